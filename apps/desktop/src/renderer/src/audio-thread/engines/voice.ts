import type { KeyVoice } from './polyphony.ts';
import type { Timbre } from './timbres.ts';

const maxPartials = 24;
/** −100 dB: a partial or a voice below this is over. */
const inaudible = 1e-5;
const voiceLevel = 0.42;

/**
 * One note. Each partial is a damped resonator, y[n] = 2r·cos(w)·y[n−1] − r²·y[n−2], which costs two multiplications per
 * sample and decays by itself. A voice is reused for many notes and never allocates while it sounds.
 */
export class Voice implements KeyVoice {
  key = 0;
  channelId = -1;
  age = 0;
  held = false;
  heldBySostenuto = false;
  sounding = false;
  readonly #sampleRate: number;
  readonly #scratch: Float32Array;
  readonly #coefficient = new Float64Array(maxPartials);
  readonly #damping = new Float64Array(maxPartials);
  readonly #y1 = new Float64Array(maxPartials);
  readonly #y2 = new Float64Array(maxPartials);
  readonly #level = new Float64Array(maxPartials);
  readonly #decay = new Float64Array(maxPartials);
  readonly #angle = new Float64Array(maxPartials);
  #partials = 0;
  #attack = 0;
  #attackStep = 0;
  #release = 1;
  #releaseStep = 1;
  #gainLeft = -1;
  #gainRight = -1;
  #releaseS = 0;
  #panLeft = 0;
  #panRight = 0;
  #knock = 0;
  #knockStep = 0;
  #knockTone = 0;
  #noise = 1;

  /** @param scratch at least as long as a block; voices share it. */
  constructor(sampleRate: number, scratch: Float32Array) {
    this.#sampleRate = sampleRate;
    this.#scratch = scratch;
  }

  /**
   * Strikes `key`.
   * @param velocity 0 to 1.
   * @param bend semitones.
   */
  start(timbre: Timbre, velocity: number, bend: number, brightness: number): void {
    const { key } = this;
    const frequency = 440 * 2 ** ((key - 69) / 12);
    const partials = timbre.partials(key, frequency, velocity * brightness);
    const loudness = voiceLevel * timbre.level * (timbre.touch === 0 ? 1 : velocity ** timbre.touch);
    const sum = partials.reduce((total, partial) => total + partial.gain, 0);
    const radians = (2 * Math.PI * frequency) / this.#sampleRate;
    this.#partials = 0;
    for (const { ratio, gain, decayS } of partials) {
      const angle = radians * ratio;
      // Leaves out partials that would alias two octaves up, the furthest that a bend goes.
      if (angle > Math.PI * 0.9 || this.#partials === maxPartials) continue;
      const index = this.#partials++;
      const decay = Number.isFinite(decayS) ? Math.exp(-6.9078 / (decayS * this.#sampleRate)) : 1;
      this.#angle[index] = angle;
      this.#decay[index] = decay;
      this.#level[index] = (loudness * gain) / sum;
      // Starting at phase zero avoids clicks.
      const bent = angle * 2 ** (bend / 12);
      this.#y1[index] = 0;
      this.#y2[index] = (-((loudness * gain) / sum) * Math.sin(bent)) / decay;
      this.#coefficient[index] = 2 * decay * Math.cos(bent);
      this.#damping[index] = decay * decay;
    }
    this.#releaseS = timbre.releaseS;
    this.sounding = true;
    this.#attack = 0;
    this.#attackStep = 1 / (timbre.attackS * (1.6 - velocity) * this.#sampleRate);
    this.#release = 1;
    this.#releaseStep = 1;
    this.#gainLeft = -1;
    this.#gainRight = -1;
    // Panned as the player hears a piano: low keys left, high keys right.
    const pan = 0.5 + ((key - 64.5) / 87) * 0.5;
    this.#panLeft = Math.cos((pan * Math.PI) / 2) * Math.SQRT2;
    this.#panRight = Math.sin((pan * Math.PI) / 2) * Math.SQRT2;
    this.#knock = loudness * timbre.knock * 0.22 * velocity;
    this.#knockStep = Math.exp(-1 / (0.011 * this.#sampleRate));
    this.#knockTone = 0;
  }

  damp(): void {
    this.release(this.#releaseS);
  }

  release(seconds: number): void {
    this.held = false;
    this.heldBySostenuto = false;
    this.#releaseStep = Math.min(this.#releaseStep, Math.exp(-6.9078 / (seconds * this.#sampleRate)));
  }

  get releasing(): boolean {
    return this.#releaseStep < 1;
  }

  /** Without a jump in level or phase. */
  bend(semitones: number): void {
    for (let index = 0; index < this.#partials; index++) {
      const decay = this.#decay[index] ?? 1;
      const y1 = this.#y1[index] ?? 0;
      const before = Math.acos(Math.min(1, Math.max(-1, (this.#coefficient[index] ?? 0) / (2 * decay))));
      const after = (this.#angle[index] ?? 0) * 2 ** (semitones / 12);
      const quadrature = (y1 * Math.cos(before) - decay * (this.#y2[index] ?? 0)) / Math.sin(before);
      this.#y2[index] = (y1 * Math.cos(after) - quadrature * Math.sin(after)) / decay;
      this.#coefficient[index] = 2 * decay * Math.cos(after);
    }
  }

  render(left: Float32Array, right: Float32Array, from: number, to: number, gainLeft: number, gainRight: number): void {
    const scratch = this.#scratch;
    scratch.fill(0, from, to);
    for (let index = 0; index < this.#partials; index++) this.#addPartial(index, scratch, from, to);
    this.#shape(scratch, from, to);
    const count = to - from;
    let l = this.#panLeft * (this.#gainLeft < 0 ? gainLeft : this.#gainLeft);
    let r = this.#panRight * (this.#gainRight < 0 ? gainRight : this.#gainRight);
    const stepLeft = (this.#panLeft * gainLeft - l) / count;
    const stepRight = (this.#panRight * gainRight - r) / count;
    for (let n = from; n < to; n++) {
      const sample = scratch[n] ?? 0;
      left[n] = (left[n] ?? 0) + sample * l;
      right[n] = (right[n] ?? 0) + sample * r;
      l += stepLeft;
      r += stepRight;
    }
    this.#gainLeft = gainLeft;
    this.#gainRight = gainRight;
    this.#forgetQuietPartials(count);
    if (this.#partials === 0 || this.#release < inaudible) this.sounding = false;
  }

  /** Adds the knock and applies attack and release. */
  #shape(scratch: Float32Array, from: number, to: number): void {
    let knock = this.#knock;
    let tone = this.#knockTone;
    let attack = this.#attack;
    let release = this.#release;
    for (let n = from; n < to; n++) {
      let sample = scratch[n] ?? 0;
      if (knock > inaudible) {
        this.#noise = (this.#noise * 16_807) % 2_147_483_647;
        tone += 0.12 * ((this.#noise / 1_073_741_823.5 - 1) * knock - tone);
        knock *= this.#knockStep;
        sample += tone;
      }
      scratch[n] = sample * attack * release;
      if (attack < 1) attack = Math.min(1, attack + this.#attackStep);
      release *= this.#releaseStep;
    }
    this.#knock = knock;
    this.#knockTone = tone;
    this.#attack = attack;
    this.#release = release;
  }

  #addPartial(index: number, scratch: Float32Array, from: number, to: number): void {
    const coefficient = this.#coefficient[index] ?? 0;
    const damping = this.#damping[index] ?? 0;
    let y1 = this.#y1[index] ?? 0;
    let y2 = this.#y2[index] ?? 0;
    for (let n = from; n < to; n++) {
      const y = coefficient * y1 - damping * y2;
      y2 = y1;
      y1 = y;
      scratch[n] = (scratch[n] ?? 0) + y;
    }
    this.#y1[index] = y1;
    this.#y2[index] = y2;
  }

  #forgetQuietPartials(count: number): void {
    for (let index = this.#partials - 1; index >= 0; index--) {
      const level = (this.#level[index] ?? 0) * (this.#decay[index] ?? 0) ** count;
      this.#level[index] = level;
      if (level > inaudible) continue;
      const last = --this.#partials;
      for (const values of [
        this.#coefficient,
        this.#damping,
        this.#y1,
        this.#y2,
        this.#level,
        this.#decay,
        this.#angle,
      ]) {
        values[index] = values[last] ?? 0;
      }
    }
  }
}
