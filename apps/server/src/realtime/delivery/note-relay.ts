import { limits, type MidiMessage } from '@roomtone/protocol';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import { isRelease, pickEvents } from '../../domain/relay.ts';
import type { Codec } from '../sockets/codec.ts';
import type { SharedTurn, Writer } from '../sockets/event-loop-turn.ts';
import { emptyFrame, SpareFrames } from '../sockets/web-socket-frame.ts';
import type { NoteStream, Recipient } from './recipient.ts';

export interface NoteRelayDeps {
  readonly codec: Codec;
  readonly turn: SharedTurn;
  readonly counters: Pick<RealtimeCounters, 'notesDelivered' | 'notesMissed'>;
}

/** One for all rooms. */
const spareFrames = new SpareFrames();
/** So many streams are looked at together, before the first of them is written to. */
const lookedAtTogether = 16;

/** Notes that leave at the end of the turn. */
interface Gathered {
  readonly frame: Buffer;
  /** Who played them, and so does not hear them: a participant number. */
  readonly sender: number;
  readonly events: number;
}

/** A seat that cannot be written straight to. */
interface Other {
  readonly number: number;
  readonly recipient: Recipient;
}

/**
 * Hands a player's notes to every other seat of a room, at once and encoded once; to readers too far behind only what ends
 * notes, to those without a socket nothing (room rules R5.1, R5.4, R8.9). This is the note path: no promise, no timer.
 *
 * In a room of 500 nothing about a reader is in the processor's cache any more when the next note comes, and to look at
 * each of them takes a good part of what the note takes. So the streams of those who are clear stand in a row by
 * themselves, and nothing else is touched for them; they are sorted out again once a seat has said that it has changed.
 * A few of these are looked at before the first of them is written to: so the processor waits for their memory at once, not
 * for one after the other.
 *
 * What a room plays within one turn of the event loop leaves at the turn's end, in one piece for all who hear all of it:
 * the second note of a turn and those after it, and the first one, too, where the last turn with notes had several. Whatever
 * else those in the room are told comes after flush().
 */
export class NoteRelay implements Writer {
  /** What look() saw. Told, or the compiler would leave the look out. */
  looked = 0;
  readonly #recipients: ReadonlyMap<number, Recipient>;
  readonly #codec: Codec;
  readonly #turn: SharedTurn;
  readonly #counters: NoteRelayDeps['counters'];
  readonly #clear: Recipient[] = [];
  /** The streams of these and their participant numbers, in the same order. */
  readonly #streams: NoteStream[] = [];
  readonly #numbers: number[] = [];
  readonly #others: Other[] = [];
  #isSorted = true;
  /** The turn of the event loop in which notes were last handed on, how often, and whether it was several times before that. */
  #relayedIn = -1;
  #inTurn = 0;
  #wasBusy = false;
  readonly #gathered: Gathered[] = [];
  #gatheredBytes = 0;
  /** Whether of what #writeOne() wrote nothing waits in any stream: the bytes may be used again. */
  #hasLeft = false;

  /** @param seats by participant number; flush() is called before one comes or goes, and forget() after. */
  constructor(recipients: ReadonlyMap<number, Recipient>, { codec, turn, counters }: NoteRelayDeps) {
    this.#recipients = recipients;
    this.#codec = codec;
    this.#turn = turn;
    this.#counters = counters;
  }

  /** Another stream leads to a seat than before, or none. */
  readonly changed = (): void => {
    this.#isSorted = false;
  };

  /** Somebody came or went: nothing is held on to of those who are gone. */
  forget(): void {
    this.#isSorted = false;
    for (const list of [this.#clear, this.#streams, this.#numbers, this.#others]) list.length = 0;
  }

  relay(sender: number, midi: MidiMessage, nowUs: number): void {
    // Who hears what is gathered stays as it is until it has left.
    if (this.#gathered.length === 0 && !this.#isSorted) this.#sort();
    const others = this.#others;
    const count = this.#numbers.length + others.length;
    if (count === 0 || (count === 1 && (this.#numbers[0] ?? others[0]?.number) === sender)) return;
    const isLater = this.#isLater();
    const frame = this.#codec.encodeNotes(midi, sender, nowUs, isLater ? emptyFrame : spareFrames.take);
    const counters = this.#counters;
    const events = midi.offsets.length;
    if (isLater) this.#gather({ frame, sender, events });
    else counters.notesDelivered += this.#writeOne(frame, sender) * events;
    if (others.length > 0) counters.notesDelivered += this.#offer(frame, { sender, midi, nowUs }) * events;
    else if (!isLater && this.#hasLeft) spareFrames.giveBack(frame);
  }

  /** Writes what was gathered in this turn. */
  flush(): void {
    const gathered = this.#gathered;
    const [first] = gathered;
    if (first === undefined) return;
    const counters = this.#counters;
    if (gathered.length === 1) counters.notesDelivered += this.#writeOne(first.frame, first.sender) * first.events;
    else counters.notesDelivered += this.#writeAll(gathered);
    gathered.length = 0;
    this.#gatheredBytes = 0;
  }

  #sort(): void {
    this.forget();
    for (const [number, recipient] of this.#recipients) {
      const { stream } = recipient;
      if (stream === undefined) this.#others.push({ number, recipient });
      else {
        this.#clear.push(recipient);
        this.#streams.push(stream);
        this.#numbers.push(number);
      }
    }
    this.#isSorted = true;
  }

  /** Whether what is relayed now waits for the end of the turn: always where something waits, also of the turn before. */
  #isLater(): boolean {
    const now = this.#turn.now();
    if (now !== this.#relayedIn) {
      this.#relayedIn = now;
      this.#wasBusy = this.#inTurn > 1;
      this.#inTurn = 0;
    }
    this.#inTurn++;
    return this.#inTurn > 1 || this.#wasBusy || this.#gathered.length > 0;
  }

  #gather(notes: Gathered): void {
    if (this.#gathered.length === 0) this.#turn.add(this);
    this.#gathered.push(notes);
    this.#gatheredBytes += notes.frame.length;
    if (this.#gatheredBytes >= limits.backlog.gatheredBytes) this.flush();
  }

  /** Returns how many heard it. */
  #writeOne(frame: Buffer, sender: number): number {
    const numbers = this.#numbers;
    const count = numbers.length;
    let heard = 0;
    this.#hasLeft = true;
    for (let begin = 0; begin < count; begin += lookedAtTogether) {
      const end = Math.min(count, begin + lookedAtTogether);
      this.#look(begin, end);
      for (let index = begin; index < end; index++) {
        if (numbers[index] === sender) continue;
        if (!this.#write(index, frame)) this.#hasLeft = false;
        heard++;
      }
    }
    return heard;
  }

  /** Has the processor fetch of these streams, all at once, what each write begins with. */
  #look(begin: number, end: number): void {
    let seen = 0;
    for (let index = begin; index < end; index++) {
      const stream = this.#streams[index];
      if (stream !== undefined) seen += stream.pending ? 1 : stream.writableLength;
    }
    this.looked = seen;
  }

  /** Returns how many events were heard by how many. */
  #writeAll(gathered: readonly Gathered[]): number {
    const frames = gathered.map(({ frame }) => frame);
    const all = Buffer.concat(frames, this.#gatheredBytes);
    const players = new Set(gathered.map(({ sender }) => sender));
    let heard = 0;
    for (let index = 0; index < this.#streams.length; index++) {
      const number = this.#numbers[index] ?? 0;
      const isPlayer = players.has(number);
      const theirs = isPlayer ? gathered.filter(({ sender }) => sender !== number) : gathered;
      if (theirs.length === 0) continue;
      this.#write(index, isPlayer ? Buffer.concat(theirs.map(({ frame }) => frame)) : all);
      for (const { events } of theirs) heard += events;
    }
    return heard;
  }

  /** Returns whether all of it has left. */
  #write(index: number, bytes: Buffer): boolean {
    const stream = this.#streams[index];
    if (stream === undefined) return true;
    // Something may have happened to a seat since the row was sorted: the line itself knows what may be written now.
    if (!this.#isSorted && this.#clear[index]?.stream !== stream) {
      this.#clear[index]?.deliverNotes(bytes);
      return false;
    }
    if (!stream.write(bytes)) this.#clear[index]?.fallBehind();
    return stream.writableLength === 0;
  }

  /** To each of those who are not clear as it can take it, at the end of the turn; returns how many heard all of it. */
  #offer(frame: Uint8Array, notes: Notes): number {
    let heard = 0;
    const late: Recipient[] = [];
    for (const { number, recipient } of this.#others) {
      if (number === notes.sender) continue;
      const reception = recipient.offerNotes(frame);
      if (reception === 'notes') heard++;
      else if (reception === 'releases') late.push(recipient);
    }
    if (late.length > 0) this.#relayReleases(late, notes);
    return heard;
  }

  /** To readers too far behind only what ends notes. */
  #relayReleases(recipients: readonly Recipient[], { sender, midi, nowUs }: Notes): void {
    const [codec, counters] = [this.#codec, this.#counters];
    const kept = pickEvents(midi, isRelease);
    const released = kept?.offsets.length ?? 0;
    const frame = kept === undefined ? undefined : codec.encodeNotes(kept, sender, nowUs, emptyFrame);
    for (const recipient of recipients) {
      recipient.missNotes();
      if (frame !== undefined) recipient.deliverNotes(frame);
    }
    counters.notesDelivered += released * recipients.length;
    counters.notesMissed += (midi.offsets.length - released) * recipients.length;
  }
}

interface Notes {
  readonly sender: number;
  readonly midi: MidiMessage;
  readonly nowUs: number;
}
