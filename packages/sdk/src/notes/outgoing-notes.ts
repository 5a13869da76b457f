import { joinMidi, type MidiMessage, midiIssue, type TimedEvent } from '@roomtone/protocol';
import type { Timers } from '../environment.ts';
import { Thinning } from './thinning.ts';

/** The part of the connection that outgoing notes need. */
export interface NoteSink {
  readonly timers: Timers;
  /** Service clock, µs. */
  serverNowUs(): number;
  /** Sends immediately; returns false if the room is not joined. */
  send(body: MidiMessage): boolean;
}

/** The player's own notes on their way to the server: sent immediately, with controller values thinned. */
export class OutgoingNotes {
  readonly #thins: boolean;
  readonly #sink: NoteSink;
  readonly #thinning: Thinning;
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

  /** See RoomConnection.play(). */
  play(data: Uint8Array, atServerUs: number): boolean {
    const timeUs = Math.round(atServerUs);
    if (midiIssue({ startTime: timeUs, offsets: [0], data }) !== undefined) return false;
    this.#isSent = true;
    this.#take({ timeUs, data });
    this.#scheduleWaiting();
    return this.#isSent;
  }

  /** See RoomConnection.sendMidi(). */
  sendMidi(events: readonly TimedEvent[]): boolean {
    const whole = events.map(({ timeUs, data }) => ({ timeUs: Math.round(timeUs), data }));
    // Throws for invalid events before any of them is sent.
    joinMidi(whole);
    this.#isSent = true;
    this.#batch = [];
    for (const event of whole) this.#take(event);
    const passed = this.#batch;
    this.#batch = undefined;
    for (const body of joinMidi(passed)) this.#sendBody(body);
    this.#scheduleWaiting();
    return this.#isSent;
  }

  /** Drops waiting values: nobody would hear them. */
  stop(): void {
    this.#thinning.clear();
    this.#sink.timers.clearTimeout(this.#timer);
    this.#timer = undefined;
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
