import type { Channel } from './channel.ts';
import { Polyphony, type Sound } from './polyphony.ts';
import { timbreOf } from './timbres.ts';
import { Voice } from './voice.ts';

/** The computed instruments: available immediately, for every program, while recorded ones are still loading. */
export function lightEngine(sampleRate: number, blockFrames: number): Polyphony<Voice> {
  return new Polyphony(new LightSound(sampleRate, blockFrames));
}

class LightSound implements Sound<Voice> {
  readonly #sampleRate: number;
  readonly #scratch: Float32Array;

  constructor(sampleRate: number, blockFrames: number) {
    this.#sampleRate = sampleRate;
    this.#scratch = new Float32Array(blockFrames);
  }

  plays(): boolean {
    return true;
  }

  makeVoice(): Voice {
    return new Voice(this.#sampleRate, this.#scratch);
  }

  strike(voice: Voice, channel: Channel, velocity: number, program: number): boolean {
    voice.start(timbreOf(program), velocity / 127, channel.bend, channel.brightness);
    return true;
  }
}
