import { beatTimeUs, firstBeatFrom, type Transport } from '@roomtone/protocol';

/** One beat of the room's metronome. */
export interface Beat {
  /** When it falls, µs on the service clock: the same moment for everybody in the room. */
  readonly timeUs: number;
  /** From 1 since the metronome was set; 0 is the count-in. */
  readonly bar: number;
  /** From 1 within its bar. */
  readonly beat: number;
}

/**
 * The room's metronome as a plan on the service clock: what is in force, and what follows at a bar line to come (room
 * rules R9.4). A start out of silence is counted in by up to a bar, as much of it as there is time for.
 */
export class Metronome {
  /** In the order of their startTimes; the last one is as the room has it set. */
  #plan: Transport[] = [];

  /** As it was last set; undefined before it is known. */
  get transport(): Transport | undefined {
    return this.#plan.at(-1);
  }

  /** It was set; what is in force goes on until the new one's startTime. @param nowUs service clock. */
  set(transport: Transport, nowUs: number): void {
    const before = this.#plan.filter(({ startTime }) => startTime < transport.startTime);
    const inForce = before.findLastIndex(({ startTime }) => startTime <= nowUs);
    this.#plan = [...before.slice(Math.max(0, inForce)), transport];
  }

  /** Nothing that was set before counts any more: another room, or the same after a while. */
  reset(transport?: Transport): void {
    this.#plan = transport === undefined ? [] : [transport];
  }

  /** The beats from one moment until before another, service clock µs. */
  beatsBetween(fromUs: number, toUs: number): Beat[] {
    return this.#plan.flatMap((transport, index) => {
      if (!transport.running) return [];
      const next = this.#plan[index + 1];
      const from = Math.max(fromUs, this.#countInUs(transport, this.#plan[index - 1]));
      return beatsOf(transport, from, Math.min(toUs, next?.startTime ?? toUs));
    });
  }

  #countInUs(transport: Transport, before: Transport | undefined): number {
    if (before?.running === true) return transport.startTime;
    const barBeforeUs = beatTimeUs(transport, -transport.beatsPerBar);
    return Math.max(barBeforeUs, before?.startTime ?? barBeforeUs);
  }
}

function beatsOf(transport: Transport, fromUs: number, toUs: number): Beat[] {
  const { beatsPerBar } = transport;
  const beats: Beat[] = [];
  for (let beat = firstBeatFrom(transport, fromUs); ; beat++) {
    const timeUs = beatTimeUs(transport, beat);
    if (timeUs >= toUs) return beats;
    const bar = Math.floor(beat / beatsPerBar);
    beats.push({ timeUs, bar: bar + 1, beat: beat - bar * beatsPerBar + 1 });
  }
}
