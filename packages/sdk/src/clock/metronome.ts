import {
  beatTimeUs,
  type ClickTime,
  clicksOf,
  firstBeatFrom,
  limits,
  type Transport as WireTransport,
} from '@roomtone/protocol';
import { type Transport, transportOf, wireTransportOf } from '../room/from-wire.ts';

/** One beat of the room's metronome. */
export interface Beat {
  /** When it falls, µs on the service clock; the same for everybody in the room. */
  readonly timeUs: number;
  /** From 1 after the metronome was set; 0 is the count-in. */
  readonly bar: number;
  /** From 1 within the bar. */
  readonly beat: number;
  /** How many beats were counted before it, over all starts and changes; those of a count-in do not count. */
  readonly count: number;
  /** When it clicks, from the beat on, and how strongly; none if it is silent. */
  readonly clicks: readonly ClickTime[];
}

/**
 * The room's metronome as a plan on the service clock: the transport in force, and those that follow at later bar
 * lines (room rules R9.4). A start from a stop is preceded by a count-in of up to one bar, if there is time for it.
 */
export class Metronome {
  /** In order of startTime; the last one is the room's current setting. */
  #plan: WireTransport[] = [];

  /** The latest setting; undefined until it is known. */
  get transport(): Transport | undefined {
    const last = this.#plan.at(-1);
    return last && transportOf(last);
  }

  /** Sets the metronome; the transport in force goes on until the new one's startTime. @param nowUs service clock. */
  set(setting: Transport, nowUs: number): void {
    const transport = wireTransportOf(setting);
    const before = this.#plan.filter(({ startTime }) => startTime < transport.startTime);
    const inForce = before.findLastIndex(({ startTime }) => startTime <= nowUs);
    this.#plan = [...before.slice(Math.max(0, inForce)), transport];
  }

  /** Discards everything set before: the client joined another room, or the same one after some time. */
  reset(transport?: Transport): void {
    this.#plan = transport === undefined ? [] : [wireTransportOf(transport)];
  }

  /** The beats from `fromUs` up to but excluding `toUs`; service clock, µs. */
  beatsBetween(fromUs: number, toUs: number): Beat[] {
    return this.#plan.flatMap((transport, index) => {
      if (!transport.running) return [];
      const next = this.#plan[index + 1];
      const from = Math.max(fromUs, this.#countInUs(transport, this.#plan[index - 1]));
      return beatsOf(transport, from, Math.min(toUs, next?.startTime ?? toUs));
    });
  }

  /**
   * When the beat falls that is this many bars later than a time; both may lie between beats. Undefined if that is too far for
   * notes to wait, or before the metronome is known. @param timeUs service clock.
   */
  laterUs(timeUs: number, bars: number): number | undefined {
    const inForce = Math.max(
      0,
      this.#plan.findLastIndex(({ startTime }) => startTime <= timeUs),
    );
    let beats = bars * (this.#plan[inForce]?.beatsPerBar ?? Number.POSITIVE_INFINITY);
    let fromUs = timeUs;
    for (let index = inForce; ; index++) {
      const beatUs = usPerBeat(this.#plan[index]);
      const laterUs = fromUs + beats * beatUs;
      const nextUs = this.#plan[index + 1]?.startTime ?? Number.POSITIVE_INFINITY;
      if (laterUs <= nextUs) return laterUs - timeUs > limits.interval.us ? undefined : Math.round(laterUs);
      beats -= (nextUs - fromUs) / beatUs;
      fromUs = nextUs;
    }
  }

  #countInUs(transport: WireTransport, before: WireTransport | undefined): number {
    if (before?.running === true) return transport.startTime;
    const barBeforeUs = beatTimeUs(transport, -transport.beatsPerBar);
    return Math.max(barBeforeUs, before?.startTime ?? barBeforeUs);
  }
}

function usPerBeat({ tempo }: Pick<WireTransport, 'tempo'> = { tempo: 1 }): number {
  return 60e9 / tempo;
}

function beatsOf(transport: WireTransport, fromUs: number, toUs: number): Beat[] {
  const { beatsPerBar } = transport;
  const beats: Beat[] = [];
  for (let beat = firstBeatFrom(transport, fromUs); ; beat++) {
    const timeUs = beatTimeUs(transport, beat);
    if (timeUs >= toUs) return beats;
    const bar = Math.floor(beat / beatsPerBar) + 1;
    const inBar = beat - (bar - 1) * beatsPerBar + 1;
    const count = transport.beatsBefore + Math.max(0, beat);
    beats.push({
      timeUs,
      bar,
      beat: inBar,
      count,
      clicks: clicksOf(transport.click, bar, inBar, usPerBeat(transport)),
    });
  }
}
