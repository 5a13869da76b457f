import type { TimedEvent } from '@roomtone/protocol';
import type { RoomEvents } from '@roomtone/sdk';
import type { Stage } from '../src/playing.ts';
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
  readonly #time: VirtualTime;
  readonly #delayUs: () => number;
  readonly #handlers = new Map<string, Set<(event: never) => void>>();
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

  on<Name extends keyof RoomEvents>(event: Name, handler: (event: RoomEvents[Name]) => void): () => void {
    const handlers = this.#handlers.get(event) ?? new Set();
    this.#handlers.set(event, handlers);
    // Each name's set holds only that name's handlers.
    handlers.add(handler as (event: never) => void);
    return () => handlers.delete(handler as (event: never) => void);
  }

  emit<Name extends keyof RoomEvents>(name: Name, event: RoomEvents[Name]): void {
    for (const handler of this.#handlers.get(name) ?? []) (handler as (event: RoomEvents[Name]) => void)(event);
  }

  get handlerCount(): number {
    return [...this.#handlers.values()].reduce((sum, handlers) => sum + handlers.size, 0);
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
