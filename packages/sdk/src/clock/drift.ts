/** What one exchange says of the offset; it lies within `halfTripUs` of the truth, however the two ways differ. */
export interface OffsetSample {
  readonly offsetUs: number;
  readonly halfTripUs: number;
  /** Local clock. */
  readonly takenUs: number;
}

/** The drift of two clocks, as a fraction of the time that passes. */
export interface Drift {
  readonly drift: number;
  /** How far off it is, as a rule. */
  readonly doubt: number;
}

/** How far apart two quartzes drift that nobody has measured, as a rule. */
const usualDrift = 100e-6;
/** What is wrong with even the quickest exchange: rounding, scheduling, a share of what others wait in queues. */
const leastErrorUs = 20;
const sharedError = 0.25;

/**
 * How fast the offset of two clocks changes, from what exchanges said of it (weighted least squares). What the quickest
 * exchange takes, all of them take; an exchange counts the less, the longer it waited in queues beyond that. While they
 * tell little, the clocks are taken to drift as quartzes usually do.
 */
export function driftOf(samples: readonly OffsetSample[]): Drift {
  const trips = samples.map(({ halfTripUs }) => halfTripUs).toSorted((one, other) => one - other);
  const quickestUs = trips[0] ?? 0;
  const usualQueueUs = (trips[trips.length >> 1] ?? 0) - quickestUs;
  const ownErrorUs = leastErrorUs + sharedError * usualQueueUs;
  // Relative to one of them: the offset itself may be years, and its digits are needed.
  const origin = samples.at(-1) ?? { offsetUs: 0, takenUs: 0 };
  let weights = 0;
  let ages = 0;
  let offsets = 0;
  let agesSquared = 1 / usualDrift ** 2;
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
  return { drift, doubt: Math.min(usualDrift, Math.sqrt(weights / determinant)) };
}
