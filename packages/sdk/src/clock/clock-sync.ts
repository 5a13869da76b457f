import { driftOf, type OffsetSample } from './drift.ts';

const windowUs = 60_000_000;
const maxSamples = 64;
/** Two poor quartz clocks, each 100 ppm off. */
const maxDrift = 200e-6;
/** A smaller contradiction is due to rounding and scheduling, not to a stepped clock. */
const stepToleranceUs = 2_000;

/** One heartbeat and its answer, in µs; client times are on the local clock, server times on the service clock. */
export interface ClockSample {
  readonly clientSendUs: number;
  readonly serverReceiveUs: number;
  readonly serverSendUs: number;
  readonly clientReceiveUs: number;
}

/** The current estimate of the service clock. */
export interface ClockReading {
  /** Service clock minus local clock at the last heartbeat, µs. */
  readonly offsetUs: number;
  /**
   * Bound on the offset's error, µs: at most half a round trip, however much the delays in the two directions differ.
   */
  readonly errorUs: number;
  /** Latest round trip, µs. */
  readonly rttUs: number;
  /** How much faster the service clock runs than the local one, in ppm. */
  readonly driftPpm: number;
}

/** The offset at one local time, and how fast it changes. */
interface OffsetLine {
  readonly offsetUs: number;
  readonly atUs: number;
  readonly drift: number;
}

/**
 * Estimates the service clock from heartbeats as NTP does. The exchange with the shortest round trip is the most
 * accurate, because queues only ever lengthen it. Its estimate is carried forward by the drift of the two clocks,
 * measured over the last minute, and loses weight as that drift becomes uncertain.
 */
export class ClockSync {
  #window: OffsetSample[] = [];
  #reading: ClockReading | undefined;
  #line: OffsetLine = { offsetUs: 0, atUs: 0, drift: 0 };

  /** Undefined before the first sample. */
  get reading(): ClockReading | undefined {
    return this.#reading;
  }

  /** Service clock minus local clock at a local time, µs: from the estimate, or else the first guess, or else 0. */
  offsetUs(localUs: number): number {
    return Math.round(this.#line.offsetUs + (localUs - this.#line.atUs) * this.#line.drift);
  }

  /**
   * Adds a sample and returns the new reading. `stepped` is true if the sample contradicts the estimate: one of the
   * clocks jumped (the machine slept, or the server is another one), and older samples were discarded.
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
    if (this.#window.length === maxSamples) this.#window.shift();
    this.#window.push(latest);
    const { lowUs, highUs } = boundsAt(this.#window, nowUs);
    const { drift, uncertainty } = driftOf(this.#window);
    const uncertaintyUs = ({ halfTripUs, takenUs }: OffsetSample) => halfTripUs + (nowUs - takenUs) * uncertainty;
    const best = this.#window.reduce((known, other) => (uncertaintyUs(other) < uncertaintyUs(known) ? other : known));
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

  /** A first guess from the welcome, which travelled one way only: too early by its time on the network. */
  guess(serverTimeUs: number, receivedUs: number): void {
    if (this.#reading === undefined) this.#line = { offsetUs: serverTimeUs - receivedUs, atUs: receivedUs, drift: 0 };
  }
}

/** The bounds of the offset now: each exchange bounds it on both sides, and all of these bounds hold. */
function boundsAt(samples: readonly OffsetSample[], nowUs: number): { lowUs: number; highUs: number } {
  const bounds = { lowUs: Number.NEGATIVE_INFINITY, highUs: Number.POSITIVE_INFINITY };
  for (const { offsetUs, halfTripUs, takenUs } of samples) {
    const errorUs = halfTripUs + (nowUs - takenUs) * maxDrift;
    bounds.lowUs = Math.max(bounds.lowUs, offsetUs - errorUs);
    bounds.highUs = Math.min(bounds.highUs, offsetUs + errorUs);
  }
  return bounds;
}
