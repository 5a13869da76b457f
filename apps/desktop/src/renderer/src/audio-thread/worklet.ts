import type { SoundMessage, SynthMessage, SynthReport } from '../contract/synth-messages.ts';
import { Instrument } from './instrument.ts';
import { LoadMeter } from './load-meter.ts';

// AudioWorkletGlobalScope, which TypeScript's libraries do not describe.
declare const sampleRate: number;
declare const currentFrame: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

const reportEveryFrames = Math.round(sampleRate / 5);
const loadEveryFrames = sampleRate;

/**
 * The instrument on the audio thread. Nodes connected to its input, such as the metronome's click, go through its limiter.
 */
class SynthProcessor extends AudioWorkletProcessor {
  readonly #instrument = new Instrument(sampleRate, (program) => this.#say({ kind: 'want', program }));
  // Not every browser gives the audio thread a finer clock.
  readonly #meter = new LoadMeter(typeof performance === 'undefined' ? Date.now : () => performance.now());
  #reportAt = 0;
  #loadAt = 0;
  #load = 0;
  #reported = '';

  constructor() {
    super();
    this.port.onmessage = (event: MessageEvent<SynthMessage>) => this.#receive(event.data);
  }

  process([mixIn]: Float32Array[][], outputs: Float32Array[][]): boolean {
    const left = outputs[0]?.[0];
    const right = outputs[0]?.[1] ?? left;
    if (left === undefined || right === undefined) return true;
    this.#meter.begin();
    this.#instrument.render(left, right, currentFrame, mixIn);
    this.#meter.end(left.length);
    this.#report();
    return true;
  }

  #receive(message: SynthMessage): void {
    if (message.kind !== 'notes-port') this.#instrument.receive(message);
    else {
      message.port.onmessage = (event: MessageEvent<SoundMessage>) => this.#instrument.receiveNotes(event.data);
    }
  }

  #report(): void {
    if (currentFrame < this.#reportAt) return;
    this.#reportAt = currentFrame + reportEveryFrames;
    if (currentFrame >= this.#loadAt) {
      this.#loadAt = currentFrame + loadEveryFrames;
      this.#load = Math.round(this.#meter.take(sampleRate) * 100) / 100;
    }
    const { voices } = this.#instrument;
    const state = `${voices} ${this.#load}`;
    if (state === this.#reported) return;
    this.#reported = state;
    this.#say({ kind: 'state', voices, load: this.#load });
  }

  #say(report: SynthReport): void {
    this.port.postMessage(report);
  }
}

registerProcessor('roomtone-synth', SynthProcessor);
