import type { PianoSample } from '../../contract/instruments.ts';
import { pianoProgram } from '../../contract/instruments.ts';
import { nearest } from '../../contract/piano-layers.ts';
import type { Channel } from './channel.ts';
import { PianoSamples } from './piano-samples.ts';
import { PianoVoice } from './piano-voice.ts';
import type { Sound } from './polyphony.ts';

/** The recorded piano. It plays once it is declared ready; more recordings may be added while it plays. */
export class PianoSound implements Sound<PianoVoice> {
  readonly #sampleRate: number;
  readonly #samples = new PianoSamples();
  readonly #noises: PianoSample[] = [];
  #ready = false;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  add(sample: PianoSample): void {
    this.#samples.add(sample);
  }

  /** Adds the recorded noise of a falling damper. */
  addNoise(sample: PianoSample): void {
    this.#noises.push(sample);
  }

  setReady(isReady: boolean): void {
    this.#ready = isReady;
  }

  plays(program: number): boolean {
    return this.#ready && program === pianoProgram;
  }

  makeVoice(): PianoVoice {
    return new PianoVoice(this.#sampleRate, (key) => nearest(this.#noises, key));
  }

  strike(voice: PianoVoice, channel: Channel, velocity: number): boolean {
    const choice = this.#samples.choose(voice.key, velocity);
    if (choice === undefined) return false;
    voice.start(choice, channel.bend, channel.softness);
    return true;
  }
}
