import type { Writable } from 'node:stream';
import type { MidiMessage } from '@roomtone/protocol';
import { isRelease, pickEvents } from '../domain/relay.ts';
import type { RealtimeCounters } from '../metrics.ts';
import type { Codec } from './codec.ts';
import type { Seat } from './seat.ts';
import type { Turn } from './turn.ts';
import { emptyFrame } from './web-socket-frame.ts';

export interface NoteRelayDeps {
  readonly codec: Codec;
  readonly turn: Pick<Turn, 'now'>;
  readonly counters: Pick<RealtimeCounters, 'notesDelivered' | 'notesMissed'>;
}

/**
 * Hands a player's notes to every other seat of a room, at once and encoded once; to readers too far behind only what ends
 * notes, to those without a socket nothing (room rules R5.1, R5.4, R8.9). This is the note path: no promise, no timer, no
 * copy.
 *
 * In a room of 500 nothing about a reader is in the processor's cache any more when the next note comes, and to look at
 * each of them takes a good part of what the note takes. So the streams of those who are clear stand in a row by
 * themselves, and nothing else is touched for them; they are sorted out again once a seat has said that it has changed.
 */
export class NoteRelay {
  readonly #seats: ReadonlyMap<number, Seat>;
  readonly #deps: NoteRelayDeps;
  readonly #clear: Seat[] = [];
  /** The streams of these, in the same order. */
  readonly #streams: Writable[] = [];
  readonly #others: Seat[] = [];
  #isSorted = true;
  /** The turn of the event loop in which notes were last handed on. */
  #relayedIn = -1;

  /** @param seats by participant number; forget() is called whenever one comes or goes. */
  constructor(seats: ReadonlyMap<number, Seat>, deps: NoteRelayDeps) {
    this.#seats = seats;
    this.#deps = deps;
  }

  /** Another stream leads to a seat than before, or none. */
  readonly changed = (): void => {
    this.#isSorted = false;
  };

  /** Somebody came or went: nothing is held on to of those who are gone. */
  forget(): void {
    this.#isSorted = false;
    for (const list of [this.#clear, this.#streams, this.#others]) list.length = 0;
  }

  relay(sender: number, midi: MidiMessage, nowUs: number): void {
    const { codec, turn, counters } = this.#deps;
    const from = this.#seats.get(sender);
    if (this.#seats.size === (from === undefined ? 0 : 1)) return;
    const frame = codec.encodeNotes(midi, sender, nowUs, emptyFrame);
    const events = midi.offsets.length;
    const now = turn.now();
    if (this.#relayedIn === now) {
      counters.notesDelivered += this.#offer(this.#seats.values(), frame, { from, sender, midi, nowUs }) * events;
      return;
    }
    this.#relayedIn = now;
    if (!this.#isSorted) this.#sort();
    let heard = this.#writeToClear(frame, from?.stream);
    if (this.#others.length > 0) heard += this.#offer(this.#others, frame, { from, sender, midi, nowUs });
    counters.notesDelivered += heard * events;
  }

  #sort(): void {
    this.forget();
    for (const seat of this.#seats.values()) {
      const { stream } = seat;
      if (stream === undefined) this.#others.push(seat);
      else {
        this.#clear.push(seat);
        this.#streams.push(stream);
      }
    }
    this.#isSorted = true;
  }

  /** Returns how many heard it. */
  #writeToClear(frame: Uint8Array, own: Writable | undefined): number {
    const streams = this.#streams;
    let heard = 0;
    for (let index = 0; index < streams.length; index++) {
      const stream = streams[index];
      if (stream === own || stream === undefined) continue;
      if (!stream.write(frame)) this.#clear[index]?.fallBehind();
      heard++;
    }
    return heard;
  }

  /** To each as it can take it, at the end of the turn; returns how many heard all of it. */
  #offer(seats: Iterable<Seat>, frame: Uint8Array, notes: Notes): number {
    let heard = 0;
    const late: Seat[] = [];
    for (const seat of seats) {
      if (seat === notes.from) continue;
      const hearing = seat.offerNotes(frame);
      if (hearing === 'notes') heard++;
      else if (hearing === 'releases') late.push(seat);
    }
    if (late.length > 0) this.#relayReleases(late, notes);
    return heard;
  }

  /** To readers too far behind only what ends notes. */
  #relayReleases(seats: readonly Seat[], { sender, midi, nowUs }: Notes): void {
    const { codec, counters } = this.#deps;
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
}

interface Notes {
  readonly from: Seat | undefined;
  readonly sender: number;
  readonly midi: MidiMessage;
  readonly nowUs: number;
}
