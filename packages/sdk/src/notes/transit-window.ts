const maxSamples = 512;
const windowUs = 60_000_000;
const slotUs = 10_000;

/**
 * The transit times of one sender's recent notes, kept sorted, so that quantiles are cheap. Notes that arrive within
 * 10 ms count as one, with the slowest transit: otherwise a dense passage would displace everything before it.
 */
export class TransitWindow {
  /** In order of arrival. */
  readonly #arrivals: { readonly atUs: number; transitUs: number }[] = [];
  readonly #sorted = new Float64Array(maxSamples);

  get size(): number {
    return this.#arrivals.length;
  }

  add(transitUs: number, arrivalUs: number): void {
    const last = this.#arrivals.at(-1);
    if (last !== undefined && arrivalUs - last.atUs < slotUs) {
      if (transitUs <= last.transitUs) return;
      this.#remove(last.transitUs, this.size);
      this.#insert(transitUs, this.size - 1);
      last.transitUs = transitUs;
      return;
    }
    while (this.size > 0 && (this.size === maxSamples || arrivalUs - (this.#arrivals[0]?.atUs ?? 0) > windowUs)) {
      const oldest = this.#arrivals.shift();
      if (oldest !== undefined) this.#remove(oldest.transitUs, this.size + 1);
    }
    this.#insert(transitUs, this.size);
    this.#arrivals.push({ atUs: arrivalUs, transitUs });
  }

  /** The transit time that this share of the samples does not exceed; 0 without samples. @param share 0 to 1. */
  quantile(share: number): number {
    const index = Math.min(this.size - 1, Math.ceil(share * this.size) - 1);
    return this.#sorted[Math.max(0, index)] ?? 0;
  }

  #insert(value: number, count: number): void {
    const at = this.#position(value, count);
    this.#sorted.copyWithin(at + 1, at, count);
    this.#sorted[at] = value;
  }

  #remove(value: number, count: number): void {
    const at = this.#position(value, count);
    this.#sorted.copyWithin(at, at + 1, count);
  }

  /** The position of the value among the first `count`, or where it would be inserted. */
  #position(value: number, count: number): number {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
