import type { Writable } from 'node:stream';
import { limits, type MidiMessage } from '@roomtone/protocol';
import { isRelease, pickEvents } from '../domain/relay.ts';
import type { RealtimeCounters } from '../metrics.ts';
import type { Codec } from './codec.ts';
import type { Seat } from './seat.ts';
import type { SharedTurn, Writer } from './turn.ts';
import { emptyFrame } from './web-socket-frame.ts';

export interface NoteRelayDeps {
  readonly codec: Codec;
  readonly turn: SharedTurn;
  readonly counters: Pick<RealtimeCounters, 'notesDelivered' | 'notesMissed'>;
}

/** Notes that leave at the end of the turn. */
interface Gathered {
  readonly frame: Buffer;
  /** Who played them, and so does not hear them. */
  readonly from: Seat | undefined;
  readonly events: number;
}

/**
 * Hands a player's notes to every other seat of a room, at once and encoded once; to readers too far behind only what ends
 * notes, to those without a socket nothing (room rules R5.1, R5.4, R8.9). This is the note path: no promise, no timer.
 *
 * In a room of 500 nothing about a reader is in the processor's cache any more when the next note comes, and to look at
 * each of them takes a good part of what the note takes. So the streams of those who are clear stand in a row by
 * themselves, and nothing else is touched for them; they are sorted out again once a seat has said that it has changed.
 *
 * What a room plays within one turn of the event loop leaves at the turn's end, in one piece for all who hear all of it:
 * the second note of a turn and those after it, and the first one, too, while several things come in a turn. Whatever else
 * those in the room are told comes after flush().
 */
export class NoteRelay implements Writer {
  readonly #seats: ReadonlyMap<number, Seat>;
  readonly #deps: NoteRelayDeps;
  readonly #clear: Seat[] = [];
  /** The streams of these, in the same order. */
  readonly #streams: Writable[] = [];
  readonly #others: Seat[] = [];
  #isSorted = true;
  /** The turn of the event loop in which notes were last handed on. */
  #relayedIn = -1;
  readonly #gathered: Gathered[] = [];
  #gatheredBytes = 0;

  /** @param seats by participant number; flush() is called before one comes or goes, and forget() after. */
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
    const isLater = this.#relayedIn === now || turn.isCrowded;
    this.#relayedIn = now;
    // Who hears what is gathered stays as it is until it has left.
    if (this.#gathered.length === 0 && !this.#isSorted) this.#sort();
    if (isLater || this.#gathered.length > 0) this.#gather({ frame, from, events });
    else counters.notesDelivered += this.#writeOne(frame, from) * events;
    if (this.#others.length > 0) counters.notesDelivered += this.#offer(frame, { from, sender, midi, nowUs }) * events;
  }

  /** Writes what was gathered in this turn. */
  flush(): void {
    const gathered = this.#gathered;
    const [first] = gathered;
    if (first === undefined) return;
    const { counters } = this.#deps;
    if (gathered.length === 1) counters.notesDelivered += this.#writeOne(first.frame, first.from) * first.events;
    else counters.notesDelivered += this.#writeAll(gathered);
    gathered.length = 0;
    this.#gatheredBytes = 0;
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

  #gather(notes: Gathered): void {
    if (this.#gathered.length === 0) this.#deps.turn.add(this);
    this.#gathered.push(notes);
    this.#gatheredBytes += notes.frame.length;
    if (this.#gatheredBytes >= limits.backlog.gatheredBytes) this.flush();
  }

  /** Returns how many heard it. */
  #writeOne(frame: Buffer, from: Seat | undefined): number {
    const own = from === undefined ? -1 : this.#clear.indexOf(from);
    const count = this.#streams.length;
    for (let index = 0; index < count; index++) if (index !== own) this.#write(index, frame);
    return own < 0 ? count : count - 1;
  }

  /** Returns how many events were heard by how many. */
  #writeAll(gathered: readonly Gathered[]): number {
    const frames = gathered.map(({ frame }) => frame);
    const all = Buffer.concat(frames, this.#gatheredBytes);
    const players = new Set(gathered.map(({ from }) => from));
    let heard = 0;
    for (let index = 0; index < this.#streams.length; index++) {
      const seat = this.#clear[index];
      const isPlayer = players.has(seat);
      const theirs = isPlayer ? gathered.filter(({ from }) => from !== seat) : gathered;
      if (theirs.length === 0) continue;
      this.#write(index, isPlayer ? Buffer.concat(theirs.map(({ frame }) => frame)) : all);
      for (const { events } of theirs) heard += events;
    }
    return heard;
  }

  #write(index: number, bytes: Buffer): void {
    const [seat, stream] = [this.#clear[index], this.#streams[index]];
    if (seat === undefined || stream === undefined) return;
    // Something may have happened to a seat since the row was sorted: the line itself knows what may be written now.
    if (!this.#isSorted && seat.stream !== stream) seat.deliverNotes(bytes);
    else if (!stream.write(bytes)) seat.fallBehind();
  }

  /** To each of those who are not clear as it can take it, at the end of the turn; returns how many heard all of it. */
  #offer(frame: Uint8Array, notes: Notes): number {
    let heard = 0;
    const late: Seat[] = [];
    for (const seat of this.#others) {
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
