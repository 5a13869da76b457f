/** Percentiles of recent delays: half of them were at most `p50Us`, and so on. */
export interface Percentiles {
  readonly p50Us: number;
  readonly p95Us: number;
  readonly p99Us: number;
  /** The number of delays, and the span of time up to now that they cover, ms. */
  readonly samples: number;
  readonly windowMs: number;
}

const windowUs = 60_000_000;
const maxSamples = 2_048;

/** Every single delay of the last minute, up to the last 2,048. */
export class RecentDelays {
  readonly #delaysUs = new Float64Array(maxSamples);
  readonly #timesUs = new Float64Array(maxSamples).fill(Number.NEGATIVE_INFINITY);
  #next = 0;

  /** @param nowUs any clock, but always the same one. */
  add(delayUs: number, nowUs: number): void {
    this.#delaysUs[this.#next] = delayUs;
    this.#timesUs[this.#next] = nowUs;
    this.#next = (this.#next + 1) % maxSamples;
  }

  /**
   * Undefined if there are no delays in the window. `windowMs` is shorter than a minute if fewer seconds filled it.
   */
  percentiles(nowUs: number): Percentiles | undefined {
    const fromUs = nowUs - windowUs;
    const recent = this.#delaysUs.filter((_delay, index) => (this.#timesUs[index] ?? 0) > fromUs).sort();
    if (recent.length === 0) return undefined;
    const isFull = recent.length === maxSamples;
    const oldestUs = isFull ? (this.#timesUs[this.#next] ?? fromUs) : fromUs;
    // Nearest rank: always a measured delay, never a value between two.
    const at = (share: number) => Math.round(recent[Math.max(0, Math.ceil(share * recent.length) - 1)] ?? 0);
    return {
      p50Us: at(0.5),
      p95Us: at(0.95),
      p99Us: at(0.99),
      samples: recent.length,
      windowMs: Math.round((nowUs - oldestUs) / 1000),
    };
  }
}
