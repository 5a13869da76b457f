import { limits } from '@roomtone/protocol';
import type { Querier } from './multicast.ts';

/** Nobody is answered more often, as with multicast answers. */
const minIntervalMs = 1_000;
/** Somebody who has not asked again for so long has stopped browsing. */
const recentMs = 12_000;

/**
 * The programs that asked from ports of their own, which get answers and the goodbye one by one. Bounded, so that forged
 * addresses cannot make the server flood a network.
 */
export class Queriers {
  readonly #asked = new Map<string, { readonly querier: Querier; readonly atMs: number }>();

  /** True if this query may be answered. @param nowMs of a monotonic clock. */
  ask(querier: Querier, nowMs: number): boolean {
    this.#forgetOld(nowMs);
    const key = `${querier.address}:${querier.port}`;
    const last = this.#asked.get(key);
    if (last === undefined ? this.#asked.size >= limits.discovery.queriers : nowMs - last.atMs < minIntervalMs) {
      return false;
    }
    this.#asked.set(key, { querier, atMs: nowMs });
    return true;
  }

  /** Those who are probably still browsing. */
  recent(nowMs: number): Querier[] {
    this.#forgetOld(nowMs);
    return Array.from(this.#asked.values(), ({ querier }) => querier);
  }

  #forgetOld(nowMs: number): void {
    for (const [key, { atMs }] of this.#asked) if (nowMs - atMs > recentMs) this.#asked.delete(key);
  }
}
