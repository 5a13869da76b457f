import type { MidiMessage } from '@roomtone/protocol';
import { isRelease, pickEvents } from '../domain/relay.ts';
import type { RealtimeCounters } from '../metrics.ts';
import type { Codec } from './codec.ts';
import type { Seat } from './seat.ts';
import { emptyFrame } from './web-socket-frame.ts';

export interface NoteRelayDeps {
  readonly codec: Codec;
  readonly counters: Pick<RealtimeCounters, 'notesDelivered' | 'notesMissed'>;
}

/**
 * Hands a player's notes to every other seat, at once and encoded once; to readers too far behind only what ends notes, to
 * those without a socket nothing (room rules R5.1, R5.4, R8.9). This is the note path: no promise, no timer, no copy.
 */
export function relayNotes(
  seats: ReadonlyMap<number, Seat>,
  sender: number,
  midi: MidiMessage,
  nowUs: number,
  { codec, counters }: NoteRelayDeps,
): void {
  const from = seats.get(sender);
  if (seats.size === (from === undefined ? 0 : 1)) return;
  const frame = codec.encodeNotes(midi, sender, nowUs, emptyFrame);
  const events = midi.offsets.length;
  let heard = 0;
  let late: Seat[] | undefined;
  for (const seat of seats.values()) {
    if (seat === from) continue;
    const hearing = seat.offerNotes(frame);
    if (hearing === 'notes') heard += events;
    else if (hearing === 'releases') {
      late ??= [];
      late.push(seat);
    }
  }
  counters.notesDelivered += heard;
  if (late !== undefined) relayReleases(late, sender, midi, nowUs, { codec, counters });
}

/** To readers too far behind only what ends notes. */
function relayReleases(
  seats: readonly Seat[],
  sender: number,
  midi: MidiMessage,
  nowUs: number,
  { codec, counters }: NoteRelayDeps,
): void {
  const kept = pickEvents(midi, isRelease);
  const released = kept?.offsets.length ?? 0;
  const frame = kept === undefined ? undefined : codec.encodeNotes(kept, sender, nowUs, emptyFrame);
  for (const seat of seats) {
    seat.missNotes();
    if (frame !== undefined) seat.deliverNotes(frame);
  }
  counters.notesDelivered += released * seats.length;
  counters.notesMissed += (midi.offsets.length - released) * seats.length;
}
