import { barLineFrom, limits } from '@roomtone/protocol';
import { type Beat, Metronome, type Transport, type TransportChange } from '@roomtone/sdk';
import { localNowUs } from '../contract/local-time.ts';
import type { BeatSource } from './beat-feed.ts';

/** The metronome for playing alone: it runs on the local clock and changes as a room's does (room rules R9.4). */
export class SoloMetronome implements BeatSource {
  readonly #metronome = new Metronome();
  #transport: Transport = { bpm: 120, beatsPerBar: 4, running: false, startTimeUs: 0 };

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
  set({ startTimeUs: wantedUs, ...change }: TransportChange): void {
    const nowUs = this.nowUs();
    const before = this.#transport;
    const fromUs = wantedUs ?? nowUs + limits.metronome.leadUs;
    const wire = {
      tempo: Math.round(before.bpm * 1000),
      beatsPerBar: before.beatsPerBar,
      startTime: before.startTimeUs,
    };
    const startTimeUs = before.running ? barLineFrom(wire, Math.max(fromUs, nowUs)) : fromUs;
    this.#transport = { ...before, ...change, startTimeUs };
    this.#metronome.set(this.#transport, nowUs);
  }

  /** Stops it immediately, even within a bar. */
  stopImmediately(): void {
    this.#transport = { ...this.#transport, running: false, startTimeUs: this.nowUs() };
    this.#metronome.reset(this.#transport);
  }
}
