import { driftOf, type OffsetSample } from './drift.ts';

const windowUs = 60_000_000;
const mostSamples = 64;
/** Two poor quartzes, each 100 millionths off. */
const mostDrift = 200e-6;
/** Below this a contradiction is rounding and scheduling, not a step of a clock. */
const stepToleranceUs = 2_000;

/** One heartbeat and its answer; client times on the local clock, server times on the service clock, all µs. */
export interface ClockSample {
  readonly clientSendUs: number;
  readonly serverReceiveUs: number;
  readonly serverSendUs: number;
  readonly clientReceiveUs: number;
}

/** What is known about server time. */
export interface ClockReading {
  /** Service clock minus local clock at the latest heartbeat, µs. */
  readonly offsetUs: number;
  /** Bound of the offset's error, µs: no more than half a round trip, however the ways there and back differ. */
  readonly errorUs: number;
  /** Latest round trip, µs. */
  readonly rttUs: number;
  /** How much faster the service clock runs than the local one, millionths. */
  readonly driftPpm: number;
}

/** What the offset was at one moment of the local clock, and how fast it changes. */
interface Line {
  readonly offsetUs: number;
  readonly atUs: number;
  readonly drift: number;
}

/**
 * Learns the service clock from heartbeats as NTP does: the exchange with the shortest round trip knows best, for queues
 * only ever lengthen one. What it knew is carried on by the drift of the two clocks, which all of the last minute tell,
 * and fades by as much as that is in doubt.
 */
export class ClockSync {
  #window: OffsetSample[] = [];
  #reading: ClockReading | undefined;
  #line: Line = { offsetUs: 0, atUs: 0, drift: 0 };

  /** Undefined before the first sample. */
  get reading(): ClockReading | undefined {
    return this.#reading;
  }

  /** The service clock minus the local clock at a local time, µs: as last heard, else as first guessed, else 0. */
  offsetUs(localUs: number): number {
    return Math.round(this.#line.offsetUs + (localUs - this.#line.atUs) * this.#line.drift);
  }

  /**
   * Takes a sample in and returns the new reading. `stepped` tells that the sample contradicts what was known: one of
   * the clocks jumped (a machine that slept, another server), and what is older was forgotten.
   */
  add(sample: ClockSample): { readonly reading: ClockReading; readonly stepped: boolean } {
    const { clientSendUs, serverReceiveUs, serverSendUs, clientReceiveUs: nowUs } = sample;
    const tripUs = Math.max(0, nowUs - clientSendUs - (serverSendUs - serverReceiveUs));
    const latest: OffsetSample = {
      offsetUs: (serverReceiveUs - clientSendUs + (serverSendUs - nowUs)) / 2,
      halfTripUs: tripUs / 2,
      takenUs: nowUs,
    };
    const known = boundsAt(this.#window, nowUs);
    const own = boundsAt([latest], nowUs);
    const stepped = known.lowUs > own.highUs + stepToleranceUs || own.lowUs > known.highUs + stepToleranceUs;
    if (stepped) this.#window = [];
    this.#window = this.#window.filter(({ takenUs }) => nowUs - takenUs <= windowUs);
    if (this.#window.length === mostSamples) this.#window.shift();
    this.#window.push(latest);
    const { lowUs, highUs } = boundsAt(this.#window, nowUs);
    const { drift, doubt } = driftOf(this.#window);
    const doubtUs = ({ halfTripUs, takenUs }: OffsetSample) => halfTripUs + (nowUs - takenUs) * doubt;
    const best = this.#window.reduce((known, other) => (doubtUs(other) < doubtUs(known) ? other : known));
    const likelyUs = best.offsetUs + (nowUs - best.takenUs) * drift;
    const offsetUs = Math.max(lowUs, Math.min(highUs, likelyUs));
    this.#line = { offsetUs, atUs: nowUs, drift };
    const reading = {
      offsetUs: Math.round(offsetUs),
      errorUs: Math.ceil(Math.max(offsetUs - lowUs, highUs - offsetUs)),
      rttUs: Math.round(tripUs),
      driftPpm: drift * 1e6,
    };
    this.#reading = reading;
    return { reading, stepped };
  }

  /** A first guess from a welcome, which has come one way only: too early by the time it travelled. */
  guess(serverTimeUs: number, receivedUs: number): void {
    if (this.#reading === undefined) this.#line = { offsetUs: serverTimeUs - receivedUs, atUs: receivedUs, drift: 0 };
  }
}

/** Between what the offset must lie by now: each exchange bounds it from both sides, and all of them are true. */
function boundsAt(samples: readonly OffsetSample[], nowUs: number): { lowUs: number; highUs: number } {
  const bounds = { lowUs: Number.NEGATIVE_INFINITY, highUs: Number.POSITIVE_INFINITY };
  for (const { offsetUs, halfTripUs, takenUs } of samples) {
    const errorUs = halfTripUs + (nowUs - takenUs) * mostDrift;
    bounds.lowUs = Math.max(bounds.lowUs, offsetUs - errorUs);
    bounds.highUs = Math.min(bounds.highUs, offsetUs + errorUs);
  }
  return bounds;
}
