import { limits } from '@roomtone/protocol';
import type { Beat } from '@roomtone/sdk';
import type { BeatSource } from './beat-feed.ts';

const ticksPerBeat = 24;
const tick = 0xf8;
const start = 0xfa;
const stop = 0xfc;
/** The lead of Start before the first tick (MIDI 1.0 asks for a moment between them). */
const startAheadUs = 2_000;

/** A MIDI clock message, timed on the metronome's clock. */
export interface TimedClock {
  readonly timeUs: number;
  readonly status: 0xf8 | 0xfa | 0xfc;
}

/**
 * Converts a metronome to MIDI clock: 24 ticks per beat, Start at the first bar line, Stop where it stops. The count-in
 * has ticks without a Start, from which devices learn the tempo.
 */
export class BeatClock {
  readonly #beganUs: number;
  #announcedUntilUs: number;
  /** Starts and Stops. */
  #startsAndStops: TimedClock[] = [];

  /** @param nowUs where its messages begin. */
  constructor(nowUs: number) {
    this.#beganUs = nowUs;
    this.#announcedUntilUs = nowUs;
  }

  /** Goes back to this moment, to produce its messages again after the metronome was set. */
  rewind(toUs: number): void {
    const fromUs = Math.max(this.#beganUs, Math.min(toUs, this.#announcedUntilUs));
    this.#announcedUntilUs = fromUs;
    this.#startsAndStops = this.#startsAndStops.filter(({ timeUs }) => timeUs < fromUs);
  }

  get #isRunning(): boolean {
    return this.#startsAndStops.at(-1)?.status === start;
  }

  /** The messages from the end of the last call until before `untilUs`, in order: late rather than never. */
  next(source: Pick<BeatSource, 'beatsBetween' | 'transport'>, untilUs: number): TimedClock[] {
    const fromUs = this.#announcedUntilUs;
    this.#announcedUntilUs = Math.max(untilUs, fromUs);
    const messages: TimedClock[] = [];
    const beats = source.beatsBetween(fromUs - longestBeatUs, untilUs + longestBeatUs);
    beats.forEach((beat, index) => {
      const endUs = endOf(beat, beats[index + 1], source.transport);
      if (endUs === undefined || endUs <= fromUs || beat.timeUs - startAheadUs >= untilUs) return;
      if (
        !this.#isRunning &&
        beat.beat === 1 &&
        beat.bar > 0 &&
        isWithin(beat.timeUs - startAheadUs, fromUs, untilUs)
      ) {
        messages.push(this.#turn(beat.timeUs - startAheadUs, start));
      }
      for (let count = 0; count < ticksPerBeat; count++) {
        const timeUs = Math.round(beat.timeUs + ((endUs - beat.timeUs) * count) / ticksPerBeat);
        if (isWithin(timeUs, fromUs, untilUs)) messages.push({ timeUs, status: tick });
      }
    });
    const stopsUs = stopTimeOf(source.transport);
    if (this.#isRunning && stopsUs !== undefined && stopsUs < untilUs) {
      messages.push(this.#turn(Math.max(stopsUs, fromUs), stop));
    }
    return messages.sort((one, other) => one.timeUs - other.timeUs);
  }

  #turn(timeUs: number, status: typeof start | typeof stop): TimedClock {
    const message = { timeUs, status };
    this.#startsAndStops.push(message);
    return message;
  }
}

/** A little more than the longest beat, so that the current beat and the next one are always in range. */
const longestBeatUs = 60e9 / limits.metronome.tempo.min + 100_000;

/** The end of a beat: the start of the next, or of silence. */
function endOf(beat: Beat, next: Beat | undefined, transport: BeatSource['transport']): number | undefined {
  return (
    next?.timeUs ?? (transport !== undefined && beat.timeUs < transport.startTimeUs ? transport.startTimeUs : undefined)
  );
}

function stopTimeOf(transport: BeatSource['transport']): number | undefined {
  return transport?.running === false ? transport.startTimeUs : undefined;
}

function isWithin(timeUs: number, fromUs: number, untilUs: number): boolean {
  return timeUs >= fromUs && timeUs < untilUs;
}
