import type { ClickMessage } from '../../contract/click-messages.ts';
import type { BeatMessage } from '../../contract/messages.ts';
import { ClickTrack } from './click-track.ts';

// AudioWorkletGlobalScope, which TypeScript's libraries do not describe.
declare const sampleRate: number;
declare const currentFrame: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

/**
 * The metronome's click on the audio thread. It is separate from the instrument, because it is not part of the
 * performance.
 */
class ClickProcessor extends AudioWorkletProcessor {
  readonly #track = new ClickTrack(sampleRate);

  constructor() {
    super();
    this.port.onmessage = (event: MessageEvent<ClickMessage>) => this.#receive(event.data);
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const left = outputs[0]?.[0];
    const right = outputs[0]?.[1] ?? left;
    if (left !== undefined && right !== undefined) this.#track.render(left, right, currentFrame);
    return true;
  }

  #receive(message: ClickMessage): void {
    switch (message.kind) {
      case 'time':
        this.#track.setAnchor(message.anchor);
        break;
      case 'gain':
        this.#track.setGain(message.gain);
        break;
      case 'beats-port':
        message.port.onmessage = (event: MessageEvent<BeatMessage>) => this.#track.take(event.data);
        break;
    }
  }
}

registerProcessor('roomtone-click', ClickProcessor);
