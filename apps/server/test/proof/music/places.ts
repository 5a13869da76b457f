import type { Transport } from '@roomtone/sdk';

/** A metronome that was set several times, each time from a bar line on (room rules R9.4), reckoned by beats. */
export class Beats {
  readonly #plan: readonly Transport[];

  /** @param settings in the order in which they were set. */
  constructor(settings: readonly (Transport | undefined)[]) {
    this.#plan = settings.filter((setting) => setting !== undefined).filter(({ running }) => running);
  }

  /** How far a time is from the nearest bar line of the setting in force, µs. */
  fromBarLineUs(timeUs: number): number {
    const { startTimeUs, bpm, beatsPerBar } = this.#at(timeUs);
    const barUs = (beatsPerBar * 60e6) / bpm;
    const bars = (timeUs - startTimeUs) / barUs;
    return Math.abs(bars - Math.round(bars)) * barUs;
  }

  /** The time that is so many beats later. */
  laterUs(timeUs: number, beats: number): number {
    const setting = this.#at(timeUs);
    const next = this.#plan[this.#plan.indexOf(setting) + 1];
    const laterUs = timeUs + (beats * 60e6) / setting.bpm;
    if (next === undefined || laterUs <= next.startTimeUs) return laterUs;
    const passed = ((next.startTimeUs - timeUs) * setting.bpm) / 60e6;
    return this.laterUs(next.startTimeUs, beats - passed);
  }

  #at(timeUs: number): Transport {
    const setting = this.#plan.findLast(({ startTimeUs }) => startTimeUs <= timeUs) ?? this.#plan[0];
    if (setting === undefined) throw new Error('the metronome has never run');
    return setting;
  }
}
