import { type Participant, SlidingWindow } from '@roomtone/room';
import { serverLimits } from '../../domain/server-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Scheduler } from '../scheduler.ts';

const { joinNews } = serverLimits;
/** More sources than this are looked through for those that have been quiet. */
const manySources = 200;

/**
 * Holds back the news of a participant whose user, or guest address, has just joined several times: the others hear of them
 * when they have stayed for a while or done something, and not at all if they leave before (room rules R3.8).
 */
export class HeldJoins {
  readonly #deps: { readonly clock: Pick<Clock, 'serviceUs'>; readonly scheduler: Pick<Scheduler, 'after'> };
  readonly #announce: (participant: Participant) => void;
  /** Joins that were announced, by user or guest address. */
  readonly #announced = new Map<string, SlidingWindow>();
  /** By participant number. */
  readonly #held = new Map<number, { readonly participant: Participant; readonly stop: () => void }>();

  constructor(
    deps: { readonly clock: Pick<Clock, 'serviceUs'>; readonly scheduler: Pick<Scheduler, 'after'> },
    announce: (participant: Participant) => void,
  ) {
    this.#deps = deps;
    this.#announce = announce;
  }

  /** Somebody has joined. @returns false if the others are to hear of it later. */
  joined(participant: Participant): boolean {
    const nowMs = this.#deps.clock.serviceUs() / 1000;
    const window = this.#windowOf(participant, nowMs);
    if (!window.isFull(nowMs)) {
      window.add(nowMs);
      return true;
    }
    const stop = this.#deps.scheduler.after(joinNews.heldMs, () => this.announce(participant.number));
    this.#held.set(participant.number, { participant, stop });
    return false;
  }

  /** True while nobody else has heard of a participant. */
  has(number: number): boolean {
    return this.#held.has(number);
  }

  /** Tells the others now, if they have not heard yet. */
  announce(number: number): void {
    const held = this.#take(number);
    if (held === undefined) return;
    const nowMs = this.#deps.clock.serviceUs() / 1000;
    this.#windowOf(held, nowMs).add(nowMs);
    this.#announce(held);
  }

  /** A participant has left. @returns true if the others never heard of them. */
  left(number: number): boolean {
    return this.#take(number) !== undefined;
  }

  clear(): void {
    for (const number of [...this.#held.keys()]) this.#take(number);
    this.#announced.clear();
  }

  #take(number: number): Participant | undefined {
    const held = this.#held.get(number);
    if (held === undefined) return undefined;
    this.#held.delete(number);
    held.stop();
    return held.participant;
  }

  #windowOf({ info, personId, address }: Participant, nowMs: number): SlidingWindow {
    const source = info.guest ? `guests ${address}` : personId;
    let window = this.#announced.get(source);
    if (window === undefined) {
      if (this.#announced.size >= manySources) {
        for (const [other, quiet] of this.#announced) if (quiet.isEmpty(nowMs)) this.#announced.delete(other);
      }
      window = new SlidingWindow(joinNews);
      this.#announced.set(source, window);
    }
    return window;
  }
}
