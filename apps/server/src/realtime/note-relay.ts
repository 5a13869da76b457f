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
  const events = midi.offsets.length;
  let frame: Uint8Array | undefined;
  let releases: Uint8Array | null | undefined;
  let released = 0;
  for (const seat of seats.values()) {
    if (seat === from) continue;
    const hearing = seat.hears;
    if (hearing === 'nothing') continue;
    if (hearing === 'notes') {
      frame ??= encodeNotes(codec, sender, midi, nowUs);
      seat.deliverNotes(frame);
      counters.notesDelivered += events;
      continue;
    }
    seat.missNotes();
    if (releases === undefined) {
      const kept = pickEvents(midi, isRelease);
      releases = kept === undefined ? null : encodeNotes(codec, sender, kept, nowUs);
      released = kept?.offsets.length ?? 0;
    }
    counters.notesDelivered += released;
    counters.notesMissed += events - released;
    if (releases !== null) seat.deliverNotes(releases);
  }
}

function encodeNotes(codec: Codec, sender: number, midi: MidiMessage, nowUs: number): Uint8Array {
  return codec.encodeNotes(midi, sender, nowUs, emptyFrame);
}
