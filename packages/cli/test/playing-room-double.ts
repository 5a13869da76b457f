import type { TimedEvent } from '@roomtone/protocol';
import type { RoomEvents, SendResult } from '@roomtone/sdk';
import type { PlayingRoom } from '../src/music/playing.ts';
import { anEmitter } from './emitter-double.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The service clock is this far ahead of the local one. */
const offsetUs = 1_763_720_000_000_000;

/**
 * A room on virtual time with a server's quota: frames and answers are delayed by `delayUs` but keep their order.
 * Counts the events that a server would have dropped.
 */
export class PlayingRoomDouble implements PlayingRoom {
  readonly limits = { eventsPerSecond: 2_000, eventBurst: 4_000, eventsPerMessage: 256 };
  /** The events with their times, and the service time at which each was sent. */
  readonly sent: (TimedEvent & { readonly leftUs: number })[] = [];
  /** Number of events that have reached the server. */
  arrived = 0;
  dropped = 0;
  joined = true;
  readonly #emitter = anEmitter<RoomEvents>();
  readonly on = this.#emitter.on;
  readonly emit = this.#emitter.emit;
  readonly handlerCount = this.#emitter.handlerCount;
  readonly #time: VirtualTime;
  readonly #delayUs: () => number;
  #pathClearUs = 0;
  #tokens = 4_000;
  #filledUs = 0;

  constructor(time: VirtualTime, delayUs: () => number = () => 0) {
    this.#time = time;
    this.#delayUs = delayUs;
  }

  serverNowUs(): number {
    return this.#time.nowUs() + offsetUs;
  }

  send(events: readonly TimedEvent[]): SendResult {
    if (!this.joined) return { sent: false, reason: 'notJoined' };
    this.sent.push(...events.map((event) => ({ ...event, leftUs: this.serverNowUs() })));
    this.#arrive(() => this.#take(events.length));
    return { sent: true };
  }

  setPlayer(): Promise<void> {
    return new Promise((resolve) => this.#arrive(() => this.#time.after(this.#delayUs(), resolve)));
  }

  /** Runs `act` after the delay, in the order of the calls. */
  #arrive(act: () => void): void {
    this.#pathClearUs = Math.max(this.#pathClearUs, this.#time.nowUs() + this.#delayUs());
    this.#time.after(this.#pathClearUs - this.#time.nowUs(), act);
  }

  #take(count: number): void {
    const { eventsPerSecond, eventBurst } = this.limits;
    const nowUs = this.#time.nowUs();
    this.#tokens = Math.min(eventBurst, this.#tokens + ((nowUs - this.#filledUs) * eventsPerSecond) / 1e6);
    this.#filledUs = nowUs;
    this.arrived += count;
    this.dropped += Math.max(0, count - this.#tokens);
    this.#tokens = Math.max(0, this.#tokens - count);
  }
}
