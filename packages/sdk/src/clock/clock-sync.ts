import type { ClockReading } from '../room/room-types.ts';

/** How much the two clocks may drift apart, as a fraction: 50 millionths is a poor quartz. */
const drift = 50e-6;
const windowUs = 60_000_000;
const mostSamples = 64;
/** Below this a contradiction is rounding and scheduling, not a step of a clock. */
const stepToleranceUs = 2_000;

/** One heartbeat and its answer; client times on the local clock, server times on the service clock, all µs. */
export interface ClockSample {
  readonly clientSendUs: number;
  readonly serverReceiveUs: number;
  readonly serverSendUs: number;
  readonly clientReceiveUs: number;
}

interface Estimate {
  readonly offsetUs: number;
  readonly halfTripUs: number;
  readonly takenUs: number;
}

/**
 * Learns the service clock from heartbeats as NTP does: the exchange with the shortest round trip knows best, for
 * queues only ever lengthen one. What it knew fades with its age, by the drift of the clocks.
 */
export class ClockSync {
  #window: Estimate[] = [];
  #reading: ClockReading | undefined;
  #guessUs = 0;

  /** Undefined before the first sample. */
  get reading(): ClockReading | undefined {
    return this.#reading;
  }

  /** The service clock minus the local clock, µs: by the last reading, else the first guess, else 0. */
  get offsetUs(): number {
    return this.#reading?.offsetUs ?? this.#guessUs;
  }

  /**
   * Takes a sample in and returns the new reading. `stepped` tells that the sample contradicts what was known: one of
   * the clocks jumped (a machine that slept, another server), and what is older was forgotten.
   */
  add(sample: ClockSample): { readonly reading: ClockReading; readonly stepped: boolean } {
    const { clientSendUs, serverReceiveUs, serverSendUs, clientReceiveUs } = sample;
    const tripUs = Math.max(0, clientReceiveUs - clientSendUs - (serverSendUs - serverReceiveUs));
    const latest: Estimate = {
      offsetUs: (serverReceiveUs - clientSendUs + (serverSendUs - clientReceiveUs)) / 2,
      halfTripUs: tripUs / 2,
      takenUs: clientReceiveUs,
    };
    const stepped = this.#contradicts(latest);
    if (stepped) this.#window = [];
    this.#window = this.#window.filter((estimate) => latest.takenUs - estimate.takenUs <= windowUs);
    if (this.#window.length === mostSamples) this.#window.shift();
    this.#window.push(latest);
    const best = this.#best(latest.takenUs);
    const reading = {
      offsetUs: Math.round(best.offsetUs),
      errorUs: Math.ceil(errorAt(best, latest.takenUs)),
      rttUs: Math.round(tripUs),
    };
    this.#reading = reading;
    return { reading, stepped };
  }

  /** A first guess from a welcome, which has come one way only: too early by the time it travelled. */
  guess(serverTimeUs: number, receivedUs: number): void {
    this.#guessUs = serverTimeUs - receivedUs;
  }

  /** Each sample bounds the true offset from both sides; bounds that do not meet cannot be of the same two clocks. */
  #contradicts(latest: Estimate): boolean {
    if (this.#window.length === 0) return false;
    const known = this.#best(latest.takenUs);
    const apartUs = Math.abs(latest.offsetUs - known.offsetUs);
    return apartUs > errorAt(known, latest.takenUs) + latest.halfTripUs + stepToleranceUs;
  }

  #best(nowUs: number): Estimate {
    return this.#window.reduce((best, estimate) => (errorAt(estimate, nowUs) < errorAt(best, nowUs) ? estimate : best));
  }
}

function errorAt(estimate: Estimate, nowUs: number): number {
  return estimate.halfTripUs + Math.abs(nowUs - estimate.takenUs) * drift;
}
