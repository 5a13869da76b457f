import { openSync, readSync } from 'node:fs';

/** How often the players' process and the server are looked at, ms. */
const everyMs = 2;
/** A stall this long can make a note late, ms. */
const leastMs = 1;

/** From when to when something happened, µs of `performance.now()`. */
export type Span = readonly [fromUs: number, toUs: number];

/**
 * When this process stood still, for whatever reason, and when the server's main thread waited for a core: both belong to the
 * machine rather than to the network.
 */
export class StallLog {
  readonly #schedstat: number;
  readonly #buffer = Buffer.alloc(128);
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #stalls: Span[] = [];
  #lookedMs = performance.now();
  #waitedNs: number;

  constructor(serverPid: number) {
    this.#schedstat = openSync(`/proc/${serverPid}/schedstat`, 'r');
    this.#waitedNs = this.#waitNs();
    this.#timer = setInterval(() => this.#look(), everyMs);
  }

  /** How many of these happened, at least in part, during a stall. */
  touching(spans: readonly Span[]): number {
    this.#look();
    return spans.filter(([fromUs, toUs]) => this.#stalls.some(([from, to]) => from < toUs && to > fromUs)).length;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const [nowMs, waitedNs] = [performance.now(), this.#waitNs()];
    const ownMs = nowMs - this.#lookedMs - everyMs;
    const serverMs = (waitedNs - this.#waitedNs) / 1e6;
    if (Math.max(ownMs, serverMs) > leastMs) this.#stalls.push([this.#lookedMs * 1_000, nowMs * 1_000]);
    this.#lookedMs = nowMs;
    this.#waitedNs = waitedNs;
  }

  #waitNs(): number {
    const length = readSync(this.#schedstat, this.#buffer, 0, this.#buffer.length, 0);
    return Number(this.#buffer.toString('latin1', 0, length).split(' ')[1]);
  }
}
