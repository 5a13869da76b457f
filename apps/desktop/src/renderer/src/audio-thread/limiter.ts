const threshold = 0.7;
const releaseS = 0.18;

/** Keeps the sum of many players below full scale: turns down gently and rounds off what is still too loud. */
export class Limiter {
  readonly #releaseStep: number;
  #envelope = 0;

  constructor(sampleRate: number) {
    this.#releaseStep = Math.exp(-1 / (releaseS * sampleRate));
  }

  /** Processes a block in place. */
  process(left: Float32Array, right: Float32Array): void {
    for (let n = 0; n < left.length; n++) {
      const l = left[n] ?? 0;
      const r = right[n] ?? 0;
      const peak = Math.max(Math.abs(l), Math.abs(r));
      // An attack of about a millisecond is slow enough not to crackle.
      this.#envelope =
        peak > this.#envelope ? this.#envelope + 0.02 * (peak - this.#envelope) : this.#envelope * this.#releaseStep;
      const gain = this.#envelope > threshold ? threshold / this.#envelope : 1;
      left[n] = rounded(l * gain);
      right[n] = rounded(r * gain);
    }
  }
}

/** Linear up to the threshold, then approaches 1 without exceeding it. */
function rounded(sample: number): number {
  const size = Math.abs(sample);
  if (size <= threshold) return sample;
  const over = (size - threshold) / (1 - threshold);
  return Math.sign(sample) * (threshold + (1 - threshold) * Math.tanh(over));
}
