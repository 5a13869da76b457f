import { directLimits, HeldNotes, limits, type Message, midiIssue } from '@roomtone/protocol';

/** The measurements of one participant's notes that came directly. */
export interface SourceFigures {
  /** By how much the direct path was quicker lately than the server's, µs; negative if it was slower, undefined if unknown. */
  readonly winUs: number | undefined;
  /** Messages of notes that the direct path brought first, and those that the server's copy did not confirm. */
  readonly sooner: number;
  readonly unconfirmed: number;
}

interface Unconfirmed {
  readonly atUs: number;
  readonly data: Uint8Array;
}

/** So many comparisons of both paths decide if the direct one is worth it. */
const compared = { enough: 9, most: 31 } as const;
/** A path carries the notes once so many messages in a row came directly first, and no longer after two of eight that did not. */
const carrying = { enough: 16, missed: 9 } as const;
/** So many of the last messages that the server brought first are remembered until they come directly. */
const remembered = 64;

/**
 * The notes that one participant sends directly: what of them may be played, and if the server says the same. Whatever it does not
 * confirm was for some only, and is taken back (room rules R25). Times are µs of this machine's clock.
 */
export class DirectSource {
  /** True while the direct path is quicker by as much as makes it worth its bytes. */
  isWorth = true;
  readonly #unconfirmed = new Map<number, Unconfirmed>();
  readonly #served = new Map<number, number>();
  #lastServed: number;
  #wins: number[] = [];
  #winUs: number | undefined;
  #sooner = 0;
  #refuted = 0;
  #carried = 0;
  #isCarried = false;
  #events: number = limits.midi.eventBurst;
  #eventsUs = 0;

  /** @param lastServed the number of the last message that is part of what is known. */
  constructor(lastServed: number) {
    this.#lastServed = lastServed;
  }

  get figures(): SourceFigures {
    return { winUs: this.#winUs, sooner: this.#sooner, unconfirmed: this.#refuted };
  }

  /** A snapshot has everything up to this message. */
  startAfter(lastServed: number): void {
    this.#lastServed = lastServed;
    this.#served.clear();
  }

  /** True while the notes come directly, so that datagrams of the server would bring nothing. */
  get isCarried(): boolean {
    return this.#isCarried && this.isWorth;
  }

  /** The path is gone, or another one. */
  startPath(): void {
    this.#carried = 0;
    this.#isCarried = false;
    this.isWorth = true;
    this.#wins = [];
  }

  /** True while something waits to be confirmed. */
  get isWaiting(): boolean {
    return this.#unconfirmed.size > 0;
  }

  /**
   * Takes a message that has come directly.
   * @returns true if it may be played now, before the server's copy; `forged` if no honest client sends it.
   */
  take({ noteNumber, body }: Message<'midiMessage'>, nowUs: number): boolean | 'forged' {
    if (noteNumber === 0 || midiIssue(body) !== undefined) return 'forged';
    const servedUs = this.#served.get(noteNumber);
    if (servedUs !== undefined) {
      this.#served.delete(noteNumber);
      this.#compared(servedUs - nowUs);
    }
    if (noteNumber <= this.#lastServed || this.#unconfirmed.has(noteNumber)) return false;
    if (this.#unconfirmed.size >= directLimits.unconfirmed || !this.#spend(body.offsets.length, nowUs)) return false;
    this.#unconfirmed.set(noteNumber, { atUs: nowUs, data: body.data });
    return true;
  }

  /**
   * Takes the server's copy of a message.
   * @returns `different` if the participant has sent something else directly, `missing` if the server has left out an earlier message
   *   that has come directly; see takeBack().
   */
  served({ noteNumber, body }: Message<'midiMessage'>, nowUs: number): 'confirmed' | 'missing' | 'different' {
    if (noteNumber <= this.#lastServed) return 'confirmed';
    this.#lastServed = noteNumber;
    const direct = this.#unconfirmed.get(noteNumber);
    this.#countCarried(direct !== undefined);
    if (direct === undefined) this.#remember(noteNumber, nowUs);
    else {
      this.#sooner++;
      this.#unconfirmed.delete(noteNumber);
      this.#compared(nowUs - direct.atUs);
      if (!isSame(direct.data, body.data)) {
        this.#unconfirmed.set(noteNumber, direct);
        return 'different';
      }
    }
    // The server relays in order: what it has left out never comes.
    for (const number of this.#unconfirmed.keys()) if (number < noteNumber) return 'missing';
    return 'confirmed';
  }

  /** True if the server's copy of a message should have come by now. */
  isOverdue(nowUs: number): boolean {
    const [oldest] = this.#unconfirmed.values();
    return oldest !== undefined && nowUs - oldest.atUs >= directLimits.confirmUs;
  }

  /** When the oldest message that waits to be confirmed came; undefined if none does. */
  get waitsSinceUs(): number | undefined {
    const [oldest] = this.#unconfirmed.values();
    return oldest?.atUs;
  }

  /** Forgets what is not confirmed. Returns what ends the notes in it, as raw MIDI. @param isRefuted whether the server said otherwise. */
  takeBack(isRefuted: boolean): Uint8Array {
    if (isRefuted) this.#refuted += this.#unconfirmed.size;
    const held = new HeldNotes();
    for (const { data } of this.#unconfirmed.values()) held.feed(data);
    this.#unconfirmed.clear();
    return held.release();
  }

  #spend(events: number, nowUs: number): boolean {
    const { eventBurst, eventsPerSecond } = limits.midi;
    this.#events = Math.min(eventBurst, this.#events + ((nowUs - this.#eventsUs) * eventsPerSecond) / 1_000_000);
    this.#eventsUs = nowUs;
    if (events > this.#events) return false;
    this.#events -= events;
    return true;
  }

  #countCarried(isDirect: boolean): void {
    const { enough, missed } = carrying;
    this.#carried = isDirect ? Math.min(enough, this.#carried + 1) : Math.max(0, this.#carried - missed);
    if (this.#carried === enough) this.#isCarried = true;
    else if (this.#carried === 0) this.#isCarried = false;
  }

  #remember(noteNumber: number, nowUs: number): void {
    this.#served.set(noteNumber, nowUs);
    if (this.#served.size <= remembered) return;
    const [oldest = 0] = this.#served.keys();
    this.#served.delete(oldest);
  }

  #compared(winUs: number): void {
    this.#wins.push(winUs);
    if (this.#wins.length > compared.most) this.#wins.shift();
    this.#winUs = [...this.#wins].sort((a, b) => a - b)[this.#wins.length >> 1];
    if (this.#wins.length < compared.enough) return;
    const isWorth = (this.#winUs ?? 0) >= directLimits.worthUs;
    // Measurements from before a change say little of the time after it.
    if (isWorth !== this.isWorth) this.#wins = [];
    this.isWorth = isWorth;
  }
}

/** Of a reader who is behind, or a player over the quota, the server's copy has only some of the events. */
function isSame(direct: Uint8Array, served: Uint8Array): boolean {
  if (served.length < direct.length) return true;
  return served.length === direct.length && served.every((byte, index) => byte === direct[index]);
}
