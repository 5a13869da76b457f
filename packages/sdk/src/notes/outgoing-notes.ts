import {
  HeldNotes,
  joinMidi,
  limits,
  type MidiMessage,
  midiIssue,
  midiStatus,
  type TimedEvent,
} from '@roomtone/protocol';
import type { Timers } from '../environment.ts';
import { splitNotes } from '../midi/split-notes.ts';
import { Thinning } from './thinning.ts';

/**
 * Why nothing was sent.
 * - notJoined: the room is not joined at the moment; counted in `room.dropped`.
 * - guest: guests only listen.
 * - muted: the server passes on no notes of this player at the moment. It says so after the first ones.
 * - mayNotPlay: the same, because of the room's settings or because it is somebody else's turn.
 * - timeOutOfRange: `atUs` is more than 10 s ago or more than 2 s ahead.
 * - invalid: not one MIDI channel voice message, or a number outside its range, or times that decrease.
 */
export type NotSentReason = 'notJoined' | 'guest' | 'muted' | 'mayNotPlay' | 'timeOutOfRange' | 'invalid';

export type SendResult = { readonly sent: true } | { readonly sent: false; readonly reason: NotSentReason };

export interface SendOptions {
  /** When it was played, service clock µs; default now. At most 10 s ago or 2 s ahead. */
  readonly atUs?: number;
}

export interface NoteOptions extends SendOptions {
  /** 0 to 15; default 0. */
  readonly channel?: number;
}

export interface NoteOffOptions extends NoteOptions {
  /** How fast the key was released, 0 to 127; default 64. */
  readonly velocity?: number;
}

// Shared, so that playing allocates none.
const isSent: SendResult = Object.freeze({ sent: true });
const notSent = {
  notJoined: Object.freeze({ sent: false, reason: 'notJoined' }),
  guest: Object.freeze({ sent: false, reason: 'guest' }),
  muted: Object.freeze({ sent: false, reason: 'muted' }),
  mayNotPlay: Object.freeze({ sent: false, reason: 'mayNotPlay' }),
  timeOutOfRange: Object.freeze({ sent: false, reason: 'timeOutOfRange' }),
  invalid: Object.freeze({ sent: false, reason: 'invalid' }),
} as const satisfies Record<NotSentReason, SendResult>;

/** The part of the connection that outgoing notes need. */
export interface NoteSink {
  readonly timers: Timers;
  /** Service clock, µs. */
  serverNowUs(): number;
  /** Why the player may not send notes now; undefined if they may. */
  whyNot(): NotSentReason | undefined;
  /** Why the server has just refused notes, if it has. It may have changed its mind, so that they are sent all the same. */
  whyRefused(): 'muted' | 'mayNotPlay' | undefined;
  /** Sends immediately; returns false if the room is not joined. */
  send(body: MidiMessage): boolean;
}

/** The player's own notes on their way to the server: sent immediately, with controller values thinned. */
export class OutgoingNotes {
  readonly #thins: boolean;
  readonly #sink: NoteSink;
  readonly #thinning: Thinning;
  /** The keys and pedals that are down. */
  readonly held = new HeldNotes();
  /** Where events go after thinning: into this batch, or out immediately if there is none. */
  #batch: TimedEvent[] | undefined;
  #isSent = true;
  #timer: unknown;
  #dropped = 0;

  constructor(thins: boolean, sink: NoteSink) {
    this.#thins = thins;
    this.#sink = sink;
    this.#thinning = new Thinning((event) => this.#passed(event));
  }

  /** Events that were not sent because the room was not joined. */
  get dropped(): number {
    return this.#dropped;
  }

  /** See Room.noteOn(). */
  noteOn(key: number, velocity: number, atUs?: number, channel = 0): SendResult {
    if (velocity === 0) return notSent.invalid;
    return this.#note(midiStatus.noteOn, key, velocity, atUs, channel);
  }

  /** See Room.noteOff(). */
  noteOff(key: number, atUs?: number, channel = 0, velocity = 64): SendResult {
    return this.#note(midiStatus.noteOff, key, velocity, atUs, channel);
  }

  /** See Room.releaseAll(). */
  releaseAll(atUs?: number): SendResult {
    const startTimeUs = atUs ?? this.#sink.serverNowUs();
    const notes = { startTimeUs, playAtUs: startTimeUs, offsets: [], data: this.held.release() };
    return this.sendAll(splitNotes(notes));
  }

  /** Sends one event. */
  send(data: Uint8Array, atUs?: number): SendResult {
    const nowUs = this.#sink.serverNowUs();
    const timeUs = atUs === undefined ? nowUs : Math.round(atUs);
    if (midiIssue({ startTime: timeUs, offsets: [0], data }) !== undefined) return notSent.invalid;
    const why = this.#whyNot(1, timeUs, timeUs, nowUs);
    if (why !== undefined) return notSent[why];
    this.#isSent = true;
    this.#take({ timeUs, data });
    this.#scheduleWaiting();
    return this.#result();
  }

  /** Sends many events in as few frames as the limits allow. */
  sendAll(events: readonly TimedEvent[]): SendResult {
    const whole = events.map(({ timeUs, data }) => ({ timeUs: Math.round(timeUs), data }));
    const [first, last] = [whole[0], whole.at(-1)];
    if (first === undefined || last === undefined) return isSent;
    if (!isValid(whole)) return notSent.invalid;
    const why = this.#whyNot(whole.length, first.timeUs, last.timeUs, this.#sink.serverNowUs());
    if (why !== undefined) return notSent[why];
    this.#isSent = true;
    this.#batch = [];
    for (const event of whole) this.#take(event);
    const passed = this.#batch;
    this.#batch = undefined;
    for (const body of joinMidi(passed)) this.#sendBody(body);
    this.#scheduleWaiting();
    return this.#result();
  }

  /** Drops waiting values: nobody would hear them. The server releases what is held. */
  stop(): void {
    this.held.release();
    this.#thinning.clear();
    this.#sink.timers.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #note(status: number, key: number, velocity: number, atUs: number | undefined, channel: number): SendResult {
    if (!isSevenBits(key) || !isSevenBits(velocity) || !isSevenBits(channel) || channel > 15) return notSent.invalid;
    return this.send(Uint8Array.of(status | channel, key, velocity), atUs);
  }

  #whyNot(count: number, fromUs: number, toUs: number, nowUs: number): NotSentReason | undefined {
    const why = this.#sink.whyNot();
    if (why === 'notJoined') this.#dropped += count;
    if (why !== undefined) return why;
    const { pastUs, futureUs } = limits.startTimeWindow;
    return nowUs - fromUs <= pastUs && toUs - nowUs <= futureUs ? undefined : 'timeOutOfRange';
  }

  #result(): SendResult {
    if (!this.#isSent) return notSent.notJoined;
    const why = this.#sink.whyRefused();
    return why === undefined ? isSent : notSent[why];
  }

  #take(event: TimedEvent): void {
    if (this.#thins) this.#thinning.take(event);
    else this.#passed(event);
  }

  #passed(event: TimedEvent): void {
    if (this.#batch !== undefined) this.#batch.push(event);
    else this.#sendBody({ startTime: event.timeUs, offsets: [0], data: event.data });
  }

  #sendBody(body: MidiMessage): void {
    this.held.feed(body.data);
    if (this.#sink.send(body)) return;
    this.#isSent = false;
    this.#dropped += body.offsets.length;
  }

  /** Only thinned values wait for this timer. */
  #scheduleWaiting(): void {
    const { dueUs } = this.#thinning;
    if (dueUs === undefined || this.#timer !== undefined) return;
    const inMs = Math.max(1, Math.ceil((dueUs - this.#sink.serverNowUs()) / 1000));
    this.#timer = this.#sink.timers.setTimeout(() => {
      this.#timer = undefined;
      this.#thinning.release(this.#sink.serverNowUs());
      this.#scheduleWaiting();
    }, inMs);
  }
}

function isSevenBits(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 127;
}

function isValid(events: readonly TimedEvent[]): boolean {
  let lastUs = Number.NEGATIVE_INFINITY;
  for (const { timeUs, data } of events) {
    if (!(timeUs >= lastUs) || midiIssue({ startTime: 0, offsets: [0], data }) !== undefined) return false;
    lastUs = timeUs;
  }
  return true;
}
