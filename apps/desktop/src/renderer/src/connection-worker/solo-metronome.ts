import { barLineFrom, limits, type Transport } from '@roomtone/protocol';
import { type Beat, Metronome, type TransportChange } from '@roomtone/sdk';
import { localNowUs } from '../contract/local-time.ts';
import type { BeatSource } from './beat-feed.ts';

/** The metronome for playing alone: it runs on the local clock and changes as a room's does (room rules R9.4). */
export class SoloMetronome implements BeatSource {
  readonly #metronome = new Metronome();
  #transport: Transport = { tempo: 120_000, beatsPerBar: 4, running: false, startTime: 0 };

  get transport(): Transport {
    return this.#transport;
  }

  nowUs(): number {
    return localNowUs();
  }

  beatsBetween(fromUs: number, toUs: number): readonly Beat[] {
    return this.#metronome.beatsBetween(fromUs, toUs);
  }

  /** Changes it, at the next bar line while it runs. */
  set({ bpm, beatsPerBar, running, startTimeUs }: TransportChange): void {
    const nowUs = this.nowUs();
    const fromUs = startTimeUs ?? nowUs + limits.metronome.leadUs;
    const startTime = this.#transport.running ? barLineFrom(this.#transport, Math.max(fromUs, nowUs)) : fromUs;
    this.#transport = { tempo: Math.round(bpm * 1000), beatsPerBar, running, startTime };
    this.#metronome.set(this.#transport, nowUs);
  }

  /** Stops it immediately, even within a bar. */
  stopImmediately(): void {
    this.#transport = { ...this.#transport, running: false, startTime: this.nowUs() };
    this.#metronome.reset(this.#transport);
  }
}
