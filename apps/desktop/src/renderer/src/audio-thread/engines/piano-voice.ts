import type { PianoSample } from '../../contract/instruments.ts';
import type { Choice } from './piano-samples.ts';
import type { KeyVoice } from './polyphony.ts';

/** −90 dB: a voice below this is over. */
const inaudible = 3e-5;
/** Leaves the limiter room for several players; every other instrument is made as loud (measure-levels.ts). */
export const pianoLevel = 0.715;
const level = pianoLevel / 32_768;
/** The fade at the end of a recording, s. */
const endFadeS = 3;
/** From F#6 up, a piano's strings have no dampers. */
const firstUndamped = 90;
/** The level of the noise of damper and key, relative to the string. */
const noiseLevel = 0.02;

/** The sound of one struck string: a recording resampled to the key's pitch, followed by the damper's noise. */
export class PianoVoice implements KeyVoice {
  key = 0;
  channelId = -1;
  age = 0;
  held = false;
  heldBySostenuto = false;
  sounding = false;
  readonly #sampleRate: number;
  readonly #noiseOf: (key: number) => PianoSample | undefined;
  #sample: PianoSample | undefined;
  #position = 0;
  #step = 1;
  #unbentStep = 1;
  #strength = 0;
  #release = 1;
  #releaseStep = 1;
  #gainLeft = -1;
  #gainRight = -1;
  #noise: PianoSample | undefined;
  #noisePosition = 0;

  /** @param noiseOf the damper's recording for a key, if there is one. */
  constructor(sampleRate: number, noiseOf: (key: number) => PianoSample | undefined) {
    this.#sampleRate = sampleRate;
    this.#noiseOf = noiseOf;
  }

  /**
   * Strikes `key`.
   * @param bend semitones.
   * @param softness 1 for none, less with the soft pedal.
   */
  start({ sample, gain }: Choice, bend: number, softness: number): void {
    this.#sample = sample;
    this.#position = 0;
    this.#unbentStep = (sample.sampleRate / this.#sampleRate) * 2 ** ((this.key - sample.key) / 12);
    this.bend(bend);
    this.#strength = gain * softness;
    this.#release = 1;
    this.#releaseStep = 1;
    this.#gainLeft = -1;
    this.#gainRight = -1;
    this.#noise = undefined;
    this.sounding = true;
  }

  get releasing(): boolean {
    return this.#releaseStep < 1;
  }

  damp(): void {
    if (this.key >= firstUndamped) return;
    // Long strings take longer to come to rest.
    this.release(0.22 + 0.5 * Math.max(0, (60 - this.key) / 39));
    this.#noise = this.#noiseOf(this.key);
    this.#noisePosition = 0;
  }

  release(seconds: number): void {
    this.held = false;
    this.heldBySostenuto = false;
    this.#releaseStep = Math.min(this.#releaseStep, Math.exp(-6.9078 / (seconds * this.#sampleRate)));
  }

  bend(semitones: number): void {
    this.#step = this.#unbentStep * 2 ** (semitones / 12);
  }

  render(left: Float32Array, right: Float32Array, from: number, to: number, gainLeft: number, gainRight: number): void {
    const before = { left: this.#gainLeft < 0 ? gainLeft : this.#gainLeft, right: this.#gainRight };
    if (this.#gainRight < 0) before.right = gainRight;
    this.#renderString(left, right, from, to, before.left, before.right, gainLeft, gainRight);
    this.#renderNoise(left, right, from, to, gainLeft, gainRight);
    this.#gainLeft = gainLeft;
    this.#gainRight = gainRight;
    const isStringGone = this.#sample === undefined || this.#release < inaudible;
    if (isStringGone && this.#noise === undefined) this.sounding = false;
  }

  #renderString(
    left: Float32Array,
    right: Float32Array,
    from: number,
    to: number,
    startLeft: number,
    startRight: number,
    endLeft: number,
    endRight: number,
  ): void {
    const sample = this.#sample;
    if (sample === undefined) return;
    const { left: l, right: r } = sample;
    const last = l.length - 3;
    const fadeFrames = endFadeS * sample.sampleRate;
    const scale = level * this.#strength;
    const stepLeft = (endLeft - startLeft) / (to - from);
    const stepRight = (endRight - startRight) / (to - from);
    let position = this.#position;
    let release = this.#release;
    for (let n = from; n < to; n++) {
      const index = Math.floor(position);
      if (index >= last) {
        this.#sample = undefined;
        break;
      }
      const part = position - index;
      const fade = Math.min(1, (last - position) / fadeFrames);
      const gain = scale * release * fade;
      left[n] = (left[n] ?? 0) + between(l, index, part) * gain * (startLeft + stepLeft * (n - from));
      right[n] = (right[n] ?? 0) + between(r, index, part) * gain * (startRight + stepRight * (n - from));
      release *= this.#releaseStep;
      position += this.#step;
    }
    this.#position = position;
    this.#release = release;
  }

  #renderNoise(
    left: Float32Array,
    right: Float32Array,
    from: number,
    to: number,
    gainLeft: number,
    gainRight: number,
  ): void {
    const noise = this.#noise;
    if (noise === undefined) return;
    const scale = noiseLevel * level;
    const step = noise.sampleRate / this.#sampleRate;
    for (let n = from; n < to; n++) {
      const index = Math.floor(this.#noisePosition);
      if (index >= noise.left.length - 3) {
        this.#noise = undefined;
        return;
      }
      const part = this.#noisePosition - index;
      left[n] = (left[n] ?? 0) + between(noise.left, index, part) * scale * gainLeft;
      right[n] = (right[n] ?? 0) + between(noise.right, index, part) * scale * gainRight;
      this.#noisePosition += step;
    }
  }
}

/** Catmull-Rom interpolation of four neighbouring samples, at `part` between the middle two. */
function between(samples: Int16Array, index: number, part: number): number {
  const a = samples[index === 0 ? 0 : index - 1] ?? 0;
  const b = samples[index] ?? 0;
  const c = samples[index + 1] ?? 0;
  const d = samples[index + 2] ?? 0;
  return b + 0.5 * part * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)));
}
