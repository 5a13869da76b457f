import type { TimedEvent } from '@roomtone/protocol';
import type { RoomEvents } from '@roomtone/sdk';
import type { Stage } from '../src/playing.ts';
import { anEmitter } from './emitter-double.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The service clock is this far ahead of the local one. */
const offsetUs = 1_763_720_000_000_000;

/**
 * A room on virtual time with a server's quota: frames and answers arrive late by what `delayUs` says, but in order.
 * Counts what a server would have dropped.
 */
export class StageDouble implements Stage {
  readonly limits = { eventsPerSecond: 2_000, eventBurst: 4_000, eventsPerMessage: 256 };
  /** What left, with its stamps, and when. */
  readonly sent: (TimedEvent & { readonly leftUs: number })[] = [];
  /** What the server has by now. */
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

  sendMidi(events: readonly TimedEvent[]): boolean {
    if (!this.joined) return false;
    this.sent.push(...events.map((event) => ({ ...event, leftUs: this.serverNowUs() })));
    this.#arrive(() => this.#take(events.length));
    return true;
  }

  setPlayer(): Promise<void> {
    return new Promise((resolve) => this.#arrive(() => this.#time.after(this.#delayUs(), resolve)));
  }

  /** Nothing overtakes what was sent before it. */
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
