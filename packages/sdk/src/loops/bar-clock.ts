import type { Transport } from '../room/from-wire.ts';
import { ticksPerBeat } from './loop-time.ts';

/**
 * The metronome's bar lines and ticks, for recording loops. Like the metronome it goes on with the transport in force until a
 * new one begins.
 */
export class BarClock {
  /** In order of startTimeUs; the last one is the room's current setting. */
  #plan: Transport[] = [];

  /** Discards everything set before: another room was joined, or the same one again. */
  reset(transport?: Transport): void {
    this.#plan = transport === undefined ? [] : [transport];
  }

  /** Takes a setting of the metronome. @param nowUs service clock. */
  set(transport: Transport, nowUs: number): void {
    const before = this.#plan.filter(({ startTimeUs }) => startTimeUs < transport.startTimeUs);
    const inForce = before.findLastIndex(({ startTimeUs }) => startTimeUs <= nowUs);
    this.#plan = [...before.slice(Math.max(0, inForce)), transport];
  }

  /** The transport in force at a time; undefined while the metronome stands still. @param timeUs service clock. */
  runningAt(timeUs: number): Transport | undefined {
    const transport = this.#plan.findLast(({ startTimeUs }) => startTimeUs <= timeUs);
    return transport?.running === true ? transport : undefined;
  }

  /** The first bar line at or after a time, service clock µs; undefined if the metronome does not run then. */
  barLineFrom(timeUs: number): number | undefined {
    for (const [index, transport] of this.#plan.entries()) {
      const untilUs = this.#plan[index + 1]?.startTimeUs ?? Number.POSITIVE_INFINITY;
      if (!transport.running || untilUs <= timeUs) continue;
      const { startTimeUs, beatsPerBar } = transport;
      const barUs = beatsPerBar * usPerBeat(transport);
      const bars = Math.max(0, Math.ceil((timeUs - startTimeUs - 0.5) / barUs));
      const lineUs = startTimeUs + Math.round(bars * barUs);
      if (lineUs < untilUs) return lineUs;
    }
    return undefined;
  }

  /**
   * How many ticks pass between two times, not rounded; before and after the metronome runs, they pass as in the nearest time
   * that it does.
   */
  ticksBetween(fromUs: number, toUs: number): number {
    if (toUs < fromUs) return -this.ticksBetween(toUs, fromUs);
    const running = this.#plan.filter((transport) => transport.running);
    let ticks = 0;
    running.forEach((transport, index) => {
      const beganUs = index === 0 ? Number.NEGATIVE_INFINITY : transport.startTimeUs;
      const endUs = running[index + 1]?.startTimeUs ?? Number.POSITIVE_INFINITY;
      const us = Math.min(toUs, endUs) - Math.max(fromUs, beganUs);
      if (us > 0) ticks += (us * ticksPerBeat) / usPerBeat(transport);
    });
    return ticks;
  }

  /** When a number of ticks after a time have passed; service clock, µs. */
  afterTicks(fromUs: number, ticks: number): number {
    const running = this.#plan.filter((transport) => transport.running);
    let left = ticks;
    let atUs = fromUs;
    for (const [index, transport] of running.entries()) {
      const endUs = running[index + 1]?.startTimeUs ?? Number.POSITIVE_INFINITY;
      if (endUs <= atUs) continue;
      const usPerTick = usPerBeat(transport) / ticksPerBeat;
      if (atUs + left * usPerTick <= endUs) return Math.round(atUs + left * usPerTick);
      left -= (endUs - atUs) / usPerTick;
      atUs = endUs;
    }
    return Math.round(atUs);
  }
}

function usPerBeat({ bpm }: Pick<Transport, 'bpm'>): number {
  return 60e6 / bpm;
}
