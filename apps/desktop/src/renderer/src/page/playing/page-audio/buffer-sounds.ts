import { lightEngine } from '../../../audio-thread/engines/light-sound.ts';
import { PianoSamples } from '../../../audio-thread/engines/piano-samples.ts';
import { pianoLevel } from '../../../audio-thread/engines/piano-voice.ts';
import { type PianoSample, pianoProgram } from '../../../contract/instruments.ts';

/** Length of a computed note, s; its end is faded. */
const computedS = 3;
const fadeS = 0.5;
/** Computed notes are cached for this many velocities. */
const touches = 6;
const blockFrames = 128;

/** A note to start. */
export interface BufferedNote {
  readonly buffer: AudioBuffer;
  readonly rate: number;
  readonly gain: number;
}

/** Notes as buffers: samples of the recorded piano, or notes of the simple sound, each computed once. */
export class BufferSounds {
  readonly #context: BaseAudioContext;
  readonly #piano = new PianoSamples();
  readonly #recorded = new Map<PianoSample, AudioBuffer>();
  readonly #computed = new Map<string, AudioBuffer>();
  #pianoIsReady = false;

  constructor(context: BaseAudioContext) {
    this.#context = context;
  }

  add(sample: PianoSample): void {
    const { left, right, sampleRate } = sample;
    const buffer = new AudioBuffer({ length: left.length, numberOfChannels: 2, sampleRate });
    buffer.copyToChannel(
      Float32Array.from(left, (value) => value / 32_768),
      0,
    );
    buffer.copyToChannel(
      Float32Array.from(right, (value) => value / 32_768),
      1,
    );
    this.#recorded.set(sample, buffer);
    this.#piano.add(sample);
  }

  setReady(isReady: boolean): void {
    this.#pianoIsReady = isReady;
  }

  of(program: number, key: number, velocity: number): BufferedNote {
    const choice = this.#pianoIsReady && program === pianoProgram ? this.#piano.choose(key, velocity) : undefined;
    const buffer = choice && this.#recorded.get(choice.sample);
    if (choice !== undefined && buffer !== undefined) {
      return { buffer, rate: 2 ** ((key - choice.sample.key) / 12), gain: pianoLevel * choice.gain };
    }
    const touch = Math.ceil((velocity * touches) / 127);
    const name = `${program} ${key} ${touch}`;
    const computed = this.#computed.get(name) ?? this.#compute(program, key, Math.round((touch * 127) / touches));
    this.#computed.set(name, computed);
    return { buffer: computed, rate: 1, gain: 1 };
  }

  #compute(program: number, key: number, velocity: number): AudioBuffer {
    const { sampleRate } = this.#context;
    const engine = lightEngine(sampleRate, blockFrames);
    engine.noteOn(0, 0, key, velocity, program);
    const length = Math.round((computedS * sampleRate) / blockFrames) * blockFrames;
    const left = new Float32Array(length);
    const right = new Float32Array(length);
    for (let from = 0; from < length; from += blockFrames) {
      engine.render(left.subarray(from, from + blockFrames), right.subarray(from, from + blockFrames), 0, blockFrames);
    }
    for (const samples of [left, right]) {
      const fadeFrames = fadeS * sampleRate;
      for (let n = 0; n < fadeFrames; n++) {
        const index = length - 1 - n;
        samples[index] = (samples[index] ?? 0) * (n / fadeFrames);
      }
    }
    const buffer = new AudioBuffer({ length, numberOfChannels: 2, sampleRate });
    buffer.copyToChannel(left, 0);
    buffer.copyToChannel(right, 1);
    return buffer;
  }
}
