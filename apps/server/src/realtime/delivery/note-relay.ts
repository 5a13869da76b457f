import { type BorrowedNotes, type NoteStamp, serviceLimits } from '@roomtone/protocol';
import { isRelease, pickEvents } from '@roomtone/room';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import type { Codec } from '../sockets/codec.ts';
import type { SharedTurn, Writer } from '../sockets/event-loop-turn.ts';
import type { NoteChannel } from './note-channel.ts';
import type { NoteStream, Recipient } from './recipient.ts';

export interface NoteRelayDeps {
  readonly codec: Codec;
  readonly turn: SharedTurn;
  readonly counters: Pick<RealtimeCounters, 'notesDelivered' | 'notesMissed'>;
}

/** Carries notes to the other processes that have participants of the same room. */
export interface NoteOutlet {
  /** True if a participant is connected to another process, which has numbered their notes. */
  isElsewhere(sender: number): boolean;
  /** True if others are connected to other processes. */
  readonly hasListeners: boolean;
  /** Sends a frame of notes at the end of this turn of the event loop. */
  send(frame: Buffer): void;
}

/** More messages of notes of one participant than can be on their way from one process to another. */
const notesOnTheirWay = 100_000;

/** Notes to write at the end of the turn. */
interface Gathered {
  readonly frame: Buffer;
  /** The number of the participant who played them and does not get them. */
  readonly sender: number;
  readonly events: number;
}

/** A recipient who gets notes as datagrams, too. */
interface ByDatagram {
  readonly number: number;
  readonly channel: NoteChannel;
  readonly stream: NoteStream;
}

/** A recipient whose stream cannot be written to directly. */
interface Indirect {
  readonly number: number;
  readonly recipient: Recipient;
}

/**
 * Relays a player's notes to every other recipient in a room, within the call and encoded once. Readers too far behind
 * get only releases, recipients without a socket nothing (room rules R5.1, R5.4, R8.9). This is the note path: no
 * promise, no timer.
 *
 * In a room of 500, nothing about a recipient is still in the processor's cache when the next note arrives, and reading
 * memory for each is a large part of a note's cost. Therefore the streams that can be written to directly are kept in
 * an array of their own, and nothing else is read for them; the array is built again after a recipient has changed.
 *
 * The first note of a turn of the event loop is written immediately. Later notes of the turn are written at its end, in
 * one piece for everybody who gets all of them; so is the first note, if the last turn with notes had several.
 * Everything else that the room sends comes after flush().
 */
export class NoteRelay implements Writer {
  readonly #recipients: ReadonlyMap<number, Recipient>;
  readonly #codec: Codec;
  readonly #turn: SharedTurn;
  readonly #counters: NoteRelayDeps['counters'];
  readonly #clear: Recipient[] = [];
  /** Their streams and participant numbers, in the same order. */
  readonly #streams: NoteStream[] = [];
  readonly #numbers: number[] = [];
  readonly #indirect: Indirect[] = [];
  readonly #byDatagram: ByDatagram[] = [];
  /** The number of each sender's last message of notes, by participant number. */
  readonly #noteNumbers = new Map<number, number>();
  /** Those who may have been given further numbers by another process. */
  readonly #uncounted = new Set<number>();
  /** Those whose last message had no number: the next one keeps its place behind it only on the WebSocket. */
  readonly #afterUnnumbered = new Set<number>();
  /** One object for all notes: creating one for each would take as long as writing its values. */
  readonly #stamp: NoteStamp = { sender: 0, noteNumber: 0, serverTime: 0 };
  #isSorted = true;
  /** The turn of the event loop with the latest notes, how many there were, and if the turn before it had several. */
  #relayedIn = -1;
  #inTurn = 0;
  #wasBusy = false;
  readonly #gathered: Gathered[] = [];
  #gatheredBytes = 0;
  /** Undefined where one process has the room alone. */
  outlet: NoteOutlet | undefined;

  /** @param recipients by participant number. The owner calls flush() before it changes them, and forget() after. */
  constructor(recipients: ReadonlyMap<number, Recipient>, { codec, turn, counters }: NoteRelayDeps) {
    this.#recipients = recipients;
    this.#codec = codec;
    this.#turn = turn;
    this.#counters = counters;
  }

  /** The stream of a recipient has changed. */
  readonly changed = (): void => {
    this.#isSorted = false;
  };

  /** A recipient was added or removed. Keeps no reference to those that are gone. */
  forget(): void {
    this.#isSorted = false;
    for (const list of [this.#clear, this.#streams, this.#numbers, this.#indirect, this.#byDatagram]) list.length = 0;
  }

  /** The number of a sender's last message of notes; 0 before the first. */
  noteNumberOf(sender: number): number {
    return this.#noteNumbers.get(sender) ?? 0;
  }

  /** A participant has left. Call it after their last notes. */
  forgetSender(sender: number): void {
    this.#noteNumbers.delete(sender);
    this.#uncounted.delete(sender);
    this.#afterUnnumbered.delete(sender);
  }

  /**
   * Relays what a client has played. @param given the number that the client gave the message, 0 for none: kept if it rises, since
   * other paths carry it, too (R17.2).
   */
  relay(sender: number, midi: BorrowedNotes, nowUs: number, given: number): void {
    this.#relay(sender, midi, nowUs, this.#nextNumber(sender, given));
  }

  /** Relays what the server has made of a sender's notes: it has no number, and is played as it arrives. */
  relayOwn(sender: number, midi: BorrowedNotes, nowUs: number): void {
    this.#relay(sender, midi, nowUs, 0);
  }

  #relay(sender: number, midi: BorrowedNotes, nowUs: number, noteNumber: number): void {
    // The recipients of gathered notes stay as they are until the notes are written.
    if (this.#gathered.length === 0 && !this.#isSorted) this.#sort();
    const isHeard = this.#isHeard(sender);
    const { outlet } = this;
    const isForOthers = outlet?.hasListeners === true && !outlet.isElsewhere(sender);
    if (!isHeard && !isForOthers) return;
    const frame = this.#encode(midi, sender, nowUs, noteNumber);
    if (isForOthers) outlet.send(frame);
    if (isHeard) this.#deliver(frame, midi, sender, noteNumber, nowUs);
  }

  #nextNumber(sender: number, given: number): number {
    const last = this.noteNumberOf(sender);
    let number = given;
    if (given <= last) {
      number = last + 1;
      if (this.#uncounted.size > 0 && this.#uncounted.delete(sender)) number += notesOnTheirWay;
    }
    this.#noteNumbers.set(sender, number);
    return number;
  }

  /** Delivers a frame that another process has made. */
  relayFrame(frame: Buffer, sender: number, noteNumber: number, midi: BorrowedNotes, nowUs: number): void {
    if (noteNumber > 0) this.#noteNumbers.set(sender, noteNumber);
    if (this.#gathered.length === 0 && !this.#isSorted) this.#sort();
    if (this.#isHeard(sender)) this.#deliver(frame, midi, sender, noteNumber, nowUs);
  }

  /** Goes on counting a sender's messages from here. */
  continueFrom(sender: number, noteNumber: number): void {
    this.#noteNumbers.set(sender, noteNumber);
  }

  /** Another process has numbered messages of this sender, perhaps some more than have arrived here. */
  countOn(sender: number): void {
    this.#uncounted.add(sender);
  }

  #isHeard(sender: number): boolean {
    const indirect = this.#indirect;
    const count = this.#numbers.length + indirect.length;
    return count > 1 || (count === 1 && (this.#numbers[0] ?? indirect[0]?.number) !== sender);
  }

  #deliver(frame: Buffer, midi: BorrowedNotes, sender: number, noteNumber: number, nowUs: number): void {
    const indirect = this.#indirect;
    const isInOrder = this.#isInOrder(sender, noteNumber);
    if (isInOrder)
      for (const { number, channel, stream } of this.#byDatagram)
        if (number !== sender && !channel.direct.has(sender)) channel.holdBack(stream, nowUs);
    const isLater = this.#isLater();
    const counters = this.#counters;
    const events = midi.offsets.length;
    if (isLater) this.#gather({ frame, sender, events });
    else counters.notesDelivered += this.#writeOne(frame, sender) * events;
    if (indirect.length > 0)
      counters.notesDelivered += this.#offer(frame, { sender, noteNumber, midi, nowUs }) * events;
    if (isInOrder)
      for (const { number, channel } of this.#byDatagram)
        if (number !== sender && !channel.direct.has(sender)) channel.add(frame);
  }

  /** True if the number of a message alone puts it in its place, so that it may travel in datagrams, too. */
  #isInOrder(sender: number, noteNumber: number): boolean {
    if (noteNumber > 0) return this.#afterUnnumbered.size === 0 || !this.#afterUnnumbered.delete(sender);
    this.#afterUnnumbered.add(sender);
    return false;
  }

  #encode(midi: BorrowedNotes, sender: number, nowUs: number, noteNumber: number): Buffer {
    const stamp = this.#stamp;
    stamp.sender = sender;
    stamp.noteNumber = noteNumber;
    stamp.serverTime = nowUs;
    return this.#codec.encodeNotes(midi, stamp);
  }

  /** Writes the notes that were gathered in this turn. */
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
      if (stream === undefined) this.#indirect.push({ number, recipient });
      else {
        this.#clear.push(recipient);
        this.#streams.push(stream);
        this.#numbers.push(number);
        const channel = recipient.noteChannel;
        if (channel !== undefined) this.#byDatagram.push({ number, channel, stream });
      }
    }
    this.#isSorted = true;
  }

  /**
   * True if notes relayed now wait for the end of the turn: always if others already wait, even from the turn before.
   */
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
    if (this.#gatheredBytes >= serviceLimits.backlog.gatheredBytes) this.flush();
  }

  /** Returns the number of recipients that got it. */
  #writeOne(frame: Buffer, sender: number): number {
    const numbers = this.#numbers;
    let heard = 0;
    for (let index = 0; index < numbers.length; index++) {
      if (numbers[index] === sender) continue;
      this.#write(index, frame);
      heard++;
    }
    return heard;
  }

  /** Returns the number of events delivered, summed over all recipients. */
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

  #write(index: number, bytes: Buffer): void {
    const stream = this.#streams[index];
    if (stream === undefined) return;
    // The recipient may have changed since the array was built: then it decides itself what may be written now.
    if (!this.#isSorted && this.#clear[index]?.stream !== stream) {
      this.#clear[index]?.deliverNotes(bytes);
      return;
    }
    if (!stream.write(bytes)) this.#clear[index]?.fallBehind();
  }

  /** Offers notes to each recipient without a direct stream; returns the number of those that got all of them. */
  #offer(frame: Uint8Array, notes: Notes): number {
    let heard = 0;
    const late: Recipient[] = [];
    for (const { number, recipient } of this.#indirect) {
      if (number === notes.sender) continue;
      const reception = recipient.offerNotes(frame);
      if (reception === 'notes') heard++;
      else if (reception === 'releases') late.push(recipient);
    }
    if (late.length > 0) this.#relayReleases(late, notes);
    return heard;
  }

  /** Sends only the releases to readers that are too far behind. */
  #relayReleases(recipients: readonly Recipient[], { sender, noteNumber, midi, nowUs }: Notes): void {
    const [codec, counters] = [this.#codec, this.#counters];
    const kept = pickEvents(midi, isRelease);
    const released = kept?.offsets.length ?? 0;
    // The same message for these readers, so it has the same number.
    const stamp = { sender, noteNumber, serverTime: nowUs };
    const frame = kept === undefined ? undefined : codec.encodeNotes(kept, stamp);
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
  readonly noteNumber: number;
  readonly midi: BorrowedNotes;
  readonly nowUs: number;
}
