const windowUs = 60_000_000;
const maxSamples = 64;
/** Two poor quartz clocks, each 100 ppm off. */
const unknownDrift: Drift = { drift: 0, uncertainty: 200e-6 };
/** A smaller contradiction is due to rounding and scheduling, not to a stepped clock. */
const stepToleranceUs = 2_000;
/** Until so many exchanges have been compared, each may improve the estimate by more than music could follow gradually. */
const settlingSamples = 8;
/** A later improvement takes this long, so that nobody hears it. */
const slewUs = 1_000_000;

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
  /** True from the eighth heartbeat on: what is played by the clock from then on keeps its time, since it changes gradually. */
  readonly settled: boolean;
}

/** The offset at one local time, how fast it changes, and what is still left of the estimate before. */
interface OffsetLine {
  readonly offsetUs: number;
  readonly atUs: number;
  readonly drift: number;
  readonly leftUs: number;
}

/**
 * Estimates the service clock from heartbeats. Queues only ever delay a message, so that in each direction the least delayed
 * of recent ones shows most: the offset is taken to be in the middle between what these two allow. They need not be of the same
 * exchange, of which one direction is delayed more often than not. Exchanges are carried forward by the drift of the two clocks,
 * measured over the last minute, and lose weight as that drift becomes uncertain.
 */
export class ClockSync {
  #window: OffsetSample[] = [];
  #reading: ClockReading | undefined;
  #line: OffsetLine = { offsetUs: 0, atUs: 0, drift: 0, leftUs: 0 };

  /** Undefined before the first sample. */
  get reading(): ClockReading | undefined {
    return this.#reading;
  }

  /** Service clock minus local clock at a local time, µs: from the estimate, or else the first guess, or else 0. */
  offsetUs(localUs: number): number {
    const { offsetUs, atUs, drift, leftUs } = this.#line;
    const sinceUs = localUs - atUs;
    return Math.round(offsetUs + sinceUs * drift + leftUs * Math.max(0, Math.min(1, 1 - sinceUs / slewUs)));
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
    const known = boundsAt(this.#window, nowUs, unknownDrift);
    const own = boundsAt([latest], nowUs, unknownDrift);
    const stepped = known.lowUs > own.highUs + stepToleranceUs || own.lowUs > known.highUs + stepToleranceUs;
    if (stepped) this.#window = [];
    this.#window = this.#window.filter(({ takenUs }) => nowUs - takenUs <= windowUs);
    if (this.#window.length === maxSamples) this.#window.shift();
    this.#window.push(latest);
    const { lowUs, highUs } = boundsAt(this.#window, nowUs, unknownDrift);
    const measured = driftOf(this.#window);
    const likely = boundsAt(this.#window, nowUs, measured);
    const offsetUs = Math.max(lowUs, Math.min(highUs, (likely.lowUs + likely.highUs) / 2));
    const { drift } = measured;
    const settled = this.#window.length >= settlingSamples;
    const leftUs = this.#window.length > settlingSamples ? this.offsetUs(nowUs) - offsetUs : 0;
    this.#line = { offsetUs, atUs: nowUs, drift, leftUs };
    const reading = {
      offsetUs: Math.round(offsetUs),
      errorUs: Math.ceil(Math.max(offsetUs - lowUs, highUs - offsetUs)),
      rttUs: Math.round(tripUs),
      driftPpm: drift * 1e6,
      settled,
    };
    this.#reading = reading;
    return { reading, stepped };
  }

  /** A first guess from the welcome, which travelled one way only: too early by its time on the network. */
  guess(serverTimeUs: number, receivedUs: number): void {
    if (this.#reading !== undefined) return;
    this.#line = { offsetUs: serverTimeUs - receivedUs, atUs: receivedUs, drift: 0, leftUs: 0 };
  }
}

/** What the offset is now by each exchange, which bounds it on both sides; all of these bounds hold. */
function boundsAt(
  samples: readonly OffsetSample[],
  nowUs: number,
  { drift, uncertainty }: Drift,
): { lowUs: number; highUs: number } {
  const bounds = { lowUs: Number.NEGATIVE_INFINITY, highUs: Number.POSITIVE_INFINITY };
  for (const { offsetUs, halfTripUs, takenUs } of samples) {
    const ageUs = nowUs - takenUs;
    const likelyUs = offsetUs + ageUs * drift;
    const errorUs = halfTripUs + ageUs * uncertainty;
    bounds.lowUs = Math.max(bounds.lowUs, likelyUs - errorUs);
    bounds.highUs = Math.min(bounds.highUs, likelyUs + errorUs);
  }
  return bounds;
}

/** One exchange's estimate of the offset, within `halfTripUs` of the truth however much the two directions differ. */
interface OffsetSample {
  readonly offsetUs: number;
  readonly halfTripUs: number;
  /** Local clock. */
  readonly takenUs: number;
}

/** The drift of two clocks, as a fraction of elapsed time. */
interface Drift {
  readonly drift: number;
  /** Its typical error. */
  readonly uncertainty: number;
}

/** The typical drift of two quartz clocks that have not been measured. */
const typicalDrift = 70e-6;
/** The error of even the quickest exchange: rounding, scheduling, and some of the queueing. */
const minErrorUs = 20;
const sharedError = 0.7;

/**
 * Estimates how fast the offset of two clocks changes, by weighted least squares over their exchanges. The quickest
 * exchange shows the delay that all of them have; the longer an exchange waited in queues beyond that, the less it
 * counts. Until there is enough evidence, the clocks are assumed to drift as quartz clocks usually do.
 */
function driftOf(samples: readonly OffsetSample[]): Drift {
  const trips = samples.map(({ halfTripUs }) => halfTripUs).toSorted((one, other) => one - other);
  const quickestUs = trips[0] ?? 0;
  const typicalQueueUs = (trips[trips.length >> 1] ?? 0) - quickestUs;
  const ownErrorUs = minErrorUs + sharedError * typicalQueueUs;
  // Relative to one of the samples: the offset itself may be years, which would cost precision.
  const origin = samples.at(-1) ?? { offsetUs: 0, takenUs: 0 };
  let weights = 0;
  let ages = 0;
  let offsets = 0;
  let agesSquared = 1 / typicalDrift ** 2;
  let agesByOffsets = 0;
  for (const { offsetUs, halfTripUs, takenUs } of samples) {
    const weight = 1 / (ownErrorUs + halfTripUs - quickestUs) ** 2;
    const age = takenUs - origin.takenUs;
    const offset = offsetUs - origin.offsetUs;
    weights += weight;
    ages += weight * age;
    offsets += weight * offset;
    agesSquared += weight * age * age;
    agesByOffsets += weight * age * offset;
  }
  const determinant = weights * agesSquared - ages * ages;
  const drift = (weights * agesByOffsets - ages * offsets) / determinant;
  return { drift, uncertainty: Math.min(typicalDrift, Math.sqrt(weights / determinant)) };
}
