import type { BeatMessage } from '../../contract/messages.ts';
import { frameAt, type TimeAnchor } from '../../contract/time-mapping.ts';
import { type ClickKind, clickKinds, clickSamples, clicksOfBeat, type TimedClick } from './click-sound.ts';

/** Clicks later than this are left out, because a wrong click is worse than none, s. */
const latestS = 0.03;

/** Plays each beat at the frame of its time, however early it was announced. It is silent until the clocks are mapped. */
export class ClickTrack {
  readonly #sampleRate: number;
  readonly #sounds: Record<ClickKind, Float32Array>;
  #waiting: TimedClick[] = [];
  #anchor: TimeAnchor | undefined;
  #gain = 1;
  /** The click that is sounding, and the position in it. */
  #sound: Float32Array | undefined;
  #position = 0;
  #soundGain = 1;
  #lastServiceUs = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
    const sounds = clickKinds.map((kind) => [kind, clickSamples(kind, sampleRate)] as const);
    this.#sounds = Object.fromEntries(sounds) as Record<ClickKind, Float32Array>;
  }

  /** Sets the mapping of local time to frames. */
  setAnchor(anchor: TimeAnchor): void {
    this.#anchor = anchor;
  }

  /** Sets the volume of the following clicks, 0 to 1. */
  setGain(gain: number): void {
    this.#gain = gain;
  }

  take({ reset, beats }: BeatMessage): void {
    // One that sounded while this message was under way is announced again.
    const fresh = beats.flatMap(clicksOfBeat).filter(({ serviceUs }) => serviceUs !== this.#lastServiceUs);
    this.#waiting = reset !== undefined ? fresh : [...this.#waiting, ...fresh];
  }

  /**
   * Adds the clicks to one block.
   * @param firstFrame the frame of its first sample.
   */
  render(left: Float32Array, right: Float32Array, firstFrame: number): void {
    let from = 0;
    while (from < left.length) {
      const next = this.#nextFrame() - firstFrame;
      if (next <= from) this.#strike(from - next);
      else {
        const to = Math.min(left.length, next);
        this.#add(left, right, from, to);
        from = to;
      }
    }
  }

  #nextFrame(): number {
    const [next] = this.#waiting;
    if (this.#anchor === undefined || next === undefined) return Number.POSITIVE_INFINITY;
    return Math.round(frameAt(this.#anchor, next.atUs, this.#sampleRate));
  }

  #strike(lateFrames: number): void {
    const click = this.#waiting.shift();
    if (click === undefined || lateFrames > latestS * this.#sampleRate) return;
    this.#lastServiceUs = click.serviceUs;
    this.#sound = this.#sounds[click.kind];
    this.#position = 0;
    this.#soundGain = this.#gain;
  }

  #add(left: Float32Array, right: Float32Array, from: number, to: number): void {
    const sound = this.#sound;
    if (sound === undefined) return;
    for (let n = from; n < to; n++) {
      const sample = (sound[this.#position++] ?? 0) * this.#soundGain;
      left[n] = (left[n] ?? 0) + sample;
      right[n] = (right[n] ?? 0) + sample;
    }
    if (this.#position >= sound.length) this.#sound = undefined;
  }
}
