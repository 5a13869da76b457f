import { TransitWindow } from './transit-window.ts';

/** Measurements of one sender's playout. */
export interface PlayoutFigures {
  /** Time from playing a note there to hearing it here, µs. */
  readonly delayUs: number;
  /** Mean deviation between the transit times of successive notes, µs (RFC 3550, 6.4.1). */
  readonly jitterUs: number;
  /** Messages that arrived after their time and sounded late. */
  readonly late: number;
}

/**
 * How long other players' notes are delayed. `steady` covers the jitter of nearly all notes, so that they keep their
 * rhythm; `quick` covers only three in four, so that they sound sooner and the fourth is late.
 */
export type PlayoutStyle = 'steady' | 'quick';

/** The longest playout delay unless set otherwise, µs. */
const defaultMaxDelayUs = 500_000;

/** Outliers are rare: their share shows only over many notes. */
const tailWindow = { maxSamples: 1_200, windowUs: 60_000_000 };
/** Usual jitter shows sooner, and so does the end of a bad spell. */
const usualWindow = { maxSamples: 128, windowUs: 12_000_000 };
/** From this many arrivals on, the slowest of them is not covered. */
const enoughArrivals = 100;
/** Further ones are not covered either if that shortens the delay by this much for each percent of the arrivals. */
const worthUsPerPercent = 120_000;
/** At most this share of the arrivals is not covered. */
const mostUncovered = 0.03;
/** The spread, from the median to this quantile, is the measure of usual jitter. */
const usualQuantile = 0.95;
/** Margin beyond the slowest arrival that is covered, in spreads. */
const marginSpreads = 0.1;
/**
 * Outliers that are slower than the usual quantile by at most this are all covered: a note whose datagram was lost is in the
 * next one, or goes out again soon.
 */
const cheapUs = 7_000;
/** How much slower than those known the next one of them may be. */
const cheapMarginUs = 500;
/** Time for scheduling. */
const marginUs = 1_000;
/** How much slower than any known note one without an outlier may be. */
const unseenUs = 500;
const quickQuantile = 0.75;
/** Extra margin while there are few measurements, spread over the first notes. */
const settlingUs = 16_000;
/** Notes that were played closer together than this belong to one chord. */
const togetherUs = 25_000;
/** Time constant with which a delay that is longer than needed shrinks. */
const shrinkUs = 1_000_000;

/**
 * Schedules one sender's notes: as they were played, plus a delay that just covers the jitter of their transit. At most
 * about one note in 200 is to be late. The delay therefore follows the distribution of the transit times rather than the
 * slowest of them: it covers a rare stall of the connection only if stalls become frequent enough to be worth the longer
 * delay. It shrinks within seconds. All times are µs on the service clock.
 */
export class Playout {
  readonly #maxDelayUs: number;
  readonly #tail = new TransitWindow(tailWindow);
  readonly #usual = new TransitWindow(usualWindow);
  #style: PlayoutStyle = 'steady';
  #delayUs = 0;
  #commonDelayUs: number | undefined;
  #jitterUs = 0;
  #late = 0;
  #lastTransitUs = Number.NaN;
  /** The start time and the arrival of the note that last changed the delay. */
  #adaptedStartUs = Number.NEGATIVE_INFINITY;
  #adaptedAtUs = Number.POSITIVE_INFINITY;
  /** When the last scheduled event sounds. */
  #busyUntilUs = Number.NEGATIVE_INFINITY;

  /** @param maxDelayUs the longest delay for the note with the shortest transit. */
  constructor(maxDelayUs: number = defaultMaxDelayUs) {
    this.#maxDelayUs = maxDelayUs;
  }

  get figures(): PlayoutFigures {
    const delayUs = this.#commonDelayUs ?? this.#delayUs;
    return { delayUs: Math.round(delayUs), jitterUs: Math.round(this.#jitterUs), late: this.#late };
  }

  /**
   * Schedules a message and returns when its first event sounds: its start time plus the delay, but never before now
   * or before anything already scheduled for this sender.
   * @param spanUs from its first event to its last.
   * @param intervalUs the delay if notes are heard an interval later.
   */
  schedule(startTimeUs: number, spanUs: number, arrivalUs: number, intervalUs?: number): number {
    const transitUs = arrivalUs - startTimeUs;
    if (this.#tail.size > 0 && transitUs > (intervalUs ?? this.#commonDelayUs ?? this.#delayUs)) this.#late++;
    this.#measure(transitUs, arrivalUs);
    // The notes of one chord get the same delay.
    if (Math.abs(startTimeUs - this.#adaptedStartUs) >= togetherUs) this.#adapt(startTimeUs, arrivalUs);
    const delayUs = intervalUs ?? this.#commonDelayUs ?? this.#delayUs;
    const playAtUs = Math.round(Math.max(startTimeUs + delayUs, arrivalUs, this.#busyUntilUs));
    this.#busyUntilUs = playAtUs + spanUs;
    return playAtUs;
  }

  /**
   * Uses this delay regardless of transit times, so that notes sound everywhere at the same time; undefined: adapts
   * again.
   */
  match(commonDelayUs: number | undefined): void {
    this.#commonDelayUs = commonDelayUs;
  }

  /** Sets the style from the next note on. It has no effect while a common delay is in force. */
  prefer(style: PlayoutStyle): void {
    this.#style = style;
  }

  /** The scheduled notes have been cancelled: later ones need not wait for them. Returns when the last was due. */
  cancel(): number {
    const lastUs = this.#busyUntilUs;
    this.#busyUntilUs = Number.NEGATIVE_INFINITY;
    return lastUs;
  }

  #measure(transitUs: number, arrivalUs: number): void {
    if (this.#tail.size > 0) this.#jitterUs += (Math.abs(transitUs - this.#lastTransitUs) - this.#jitterUs) / 16;
    this.#lastTransitUs = transitUs;
    this.#tail.add(transitUs, arrivalUs);
    this.#usual.add(transitUs, arrivalUs);
  }

  #adapt(startTimeUs: number, arrivalUs: number): void {
    const sinceUs = arrivalUs - this.#adaptedAtUs;
    this.#adaptedStartUs = startTimeUs;
    this.#adaptedAtUs = arrivalUs;
    const delayUs = this.#style === 'quick' ? this.#usual.quantile(quickQuantile) : this.#steadyUs(sinceUs);
    // Counted from the shortest transit rather than the start time: a sender's clock may be wrong, which is not
    // jitter.
    const longestUs = Math.max(0, this.#tail.quantile(0)) + this.#maxDelayUs;
    this.#delayUs = Math.min(longestUs, Math.max(0, delayUs));
  }

  #steadyUs(sinceUs: number): number {
    const usualUs = this.#usual.quantile(usualQuantile);
    const spreadUs = usualUs - this.#usual.quantile(0.5);
    // Outliers that have not come back for a few seconds are over.
    const outlierUs = Math.min(this.#coveredUs() + marginSpreads * spreadUs, this.#usual.slowest(0) + spreadUs);
    // Jitter of the usual kinds ends about as far beyond the quantile as that is from the median.
    const jitterUs = Math.min(usualUs + spreadUs, this.#tail.slowest(0) + unseenUs) + marginUs;
    const lossUs = this.#tail.notSlowerThan(usualUs + cheapUs) + cheapMarginUs;
    const neededUs = Math.max(outlierUs, jitterUs, lossUs) + settlingUs / this.#tail.size;
    const excessUs = Math.max(0, this.#delayUs - neededUs);
    return neededUs + excessUs * Math.exp(-Math.max(0, sinceUs) / shrinkUs);
  }

  /** The slowest transit time that is worth the delay needed to cover it. */
  #coveredUs(): number {
    const { size } = this.#tail;
    const free = size < enoughArrivals ? 0 : 1;
    const worthUs = (worthUsPerPercent * 100) / size;
    let coveredUs = this.#tail.slowest(free);
    let leastUs = coveredUs;
    for (let uncovered = free + 1; uncovered <= mostUncovered * size; uncovered++) {
      const transitUs = this.#tail.slowest(uncovered);
      const costUs = transitUs + (uncovered - free) * worthUs;
      if (costUs >= leastUs) continue;
      leastUs = costUs;
      coveredUs = transitUs;
    }
    return coveredUs;
  }
}
