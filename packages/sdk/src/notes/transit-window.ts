/** Arrivals this close together count as one. */
const slotUs = 25_000;

/**
 * The transit times of one sender's recent notes, kept sorted, so that quantiles are cheap. Notes that arrive within 25 ms
 * count as one arrival, with the slowest transit, and so do notes that arrive at least twice as fast as they were played:
 * they had to wait for the same lost packet of a TCP connection. Otherwise a chord, a dense passage or the notes behind one
 * stall would displace or outvote everything else.
 */
export class TransitWindow {
  readonly #maxSamples: number;
  readonly #windowUs: number;
  /** In order of arrival, as a ring that begins at `#oldest`. */
  readonly #arrivalsUs: Float64Array;
  readonly #transitsUs: Float64Array;
  readonly #sorted: Float64Array;
  #oldest = 0;
  #size = 0;
  /** The last message, whether or not it counted as an arrival of its own. */
  #lastArrivalUs = 0;
  #lastTransitUs = 0;

  /** Keeps the last `maxSamples` arrivals, if they are no older than `windowUs`. */
  constructor({ maxSamples, windowUs }: { readonly maxSamples: number; readonly windowUs: number }) {
    this.#maxSamples = maxSamples;
    this.#windowUs = windowUs;
    this.#arrivalsUs = new Float64Array(maxSamples);
    this.#transitsUs = new Float64Array(maxSamples);
    this.#sorted = new Float64Array(maxSamples);
  }

  get size(): number {
    return this.#size;
  }

  add(transitUs: number, arrivalUs: number): void {
    const newest = (this.#oldest + this.#size - 1) % this.#maxSamples;
    const isCatchingUp = arrivalUs - this.#lastArrivalUs < this.#lastTransitUs - transitUs;
    this.#lastArrivalUs = arrivalUs;
    this.#lastTransitUs = transitUs;
    if (this.#size > 0 && (isCatchingUp || arrivalUs - (this.#arrivalsUs[newest] ?? 0) < slotUs)) {
      const knownUs = this.#transitsUs[newest] ?? 0;
      if (transitUs <= knownUs) return;
      this.#removeSorted(knownUs);
      this.#insertSorted(transitUs);
      this.#transitsUs[newest] = transitUs;
      return;
    }
    while (this.#size === this.#maxSamples || (this.#size > 0 && this.#isOld(arrivalUs))) {
      this.#removeSorted(this.#transitsUs[this.#oldest] ?? 0);
      this.#oldest = (this.#oldest + 1) % this.#maxSamples;
    }
    const free = (this.#oldest + this.#size) % this.#maxSamples;
    this.#arrivalsUs[free] = arrivalUs;
    this.#transitsUs[free] = transitUs;
    this.#insertSorted(transitUs);
  }

  /** The transit time that this share of the samples does not exceed; 0 without samples. @param share 0 to 1. */
  quantile(share: number): number {
    return this.slowest(this.#size - Math.ceil(share * this.#size));
  }

  /** The slowest transit time apart from this many, or else the shortest; 0 without samples. */
  slowest(apart: number): number {
    return this.#sorted[Math.max(0, this.#size - 1 - apart)] ?? 0;
  }

  /** The slowest transit time that is not longer than this; 0 without samples. */
  notSlowerThan(limitUs: number): number {
    return this.#sorted[Math.max(0, this.#position(limitUs) - 1)] ?? 0;
  }

  #isOld(nowUs: number): boolean {
    return nowUs - (this.#arrivalsUs[this.#oldest] ?? 0) > this.#windowUs;
  }

  #insertSorted(value: number): void {
    const at = this.#position(value);
    this.#sorted.copyWithin(at + 1, at, this.#size);
    this.#sorted[at] = value;
    this.#size++;
  }

  #removeSorted(value: number): void {
    const at = this.#position(value);
    this.#sorted.copyWithin(at, at + 1, this.#size);
    this.#size--;
  }

  /** The position of the value, or where to insert it. */
  #position(value: number): number {
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
