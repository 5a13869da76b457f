const delaysS = [0.0297, 0.0371, 0.0411, 0.0437] as const;
const feedback = 0.74;
const wetAtMost = 0.22;

/** Adds the reverberation of a small wooden room: four delay lines that feed each other, with damped highs. */
export class RoomSound {
  readonly #lines: Float32Array[];
  readonly #positions = new Int32Array(delaysS.length);
  readonly #dark = new Float64Array(delaysS.length);
  #amount = 0.5;

  constructor(sampleRate: number) {
    this.#lines = delaysS.map((seconds) => new Float32Array(Math.round(seconds * sampleRate)));
  }

  /** Sets the level of the reverberation, 0 to 1. */
  setAmount(amount: number): void {
    this.#amount = amount;
  }

  /** Adds the reverberation to a block in place. */
  process(left: Float32Array, right: Float32Array): void {
    const wet = wetAtMost * this.#amount;
    for (let n = 0; n < left.length; n++) {
      const input = ((left[n] ?? 0) + (right[n] ?? 0)) * 0.5;
      const a = this.#read(0);
      const b = this.#read(1);
      const c = this.#read(2);
      const d = this.#read(3);
      // A Hadamard matrix: it passes energy between all lines and loses none.
      this.#write(0, input + feedback * 0.5 * (a + b + c + d));
      this.#write(1, input + feedback * 0.5 * (a - b + c - d));
      this.#write(2, input + feedback * 0.5 * (a + b - c - d));
      this.#write(3, input + feedback * 0.5 * (a - b - c + d));
      left[n] = (left[n] ?? 0) + wet * (a + c);
      right[n] = (right[n] ?? 0) + wet * (b + d);
    }
  }

  #read(index: number): number {
    const value = this.#lines[index]?.[this.#positions[index] ?? 0] ?? 0;
    const dark = (this.#dark[index] ?? 0) + 0.42 * (value - (this.#dark[index] ?? 0));
    // Denormal numbers are slow, and silence should be silent.
    this.#dark[index] = Math.abs(dark) < 1e-12 ? 0 : dark;
    return this.#dark[index] ?? 0;
  }

  #write(index: number, value: number): void {
    const line = this.#lines[index];
    if (line === undefined) return;
    const position = this.#positions[index] ?? 0;
    line[position] = Math.abs(value) < 1e-12 ? 0 : value;
    this.#positions[index] = (position + 1) % line.length;
  }
}
