/** One exchange's estimate of the offset, within `halfTripUs` of the truth however much the two directions differ. */
export interface OffsetSample {
  readonly offsetUs: number;
  readonly halfTripUs: number;
  /** Local clock. */
  readonly takenUs: number;
}

/** The drift of two clocks, as a fraction of elapsed time. */
export interface Drift {
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
export function driftOf(samples: readonly OffsetSample[]): Drift {
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
