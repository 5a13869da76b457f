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

const quantile = 0.99;
const quickQuantile = 0.75;
/** Margin beyond the quantile: a share of its distance from the median transit, and some time for scheduling. */
const spreadShare = 0.25;
const marginUs = 1_000;
/** Extra margin while there are few measurements, spread over the first notes. */
const settlingUs = 8_000;
/** Time constant with which a delay that is longer than needed shrinks. */
const shrinkUs = 8_000_000;

/**
 * Schedules one sender's notes: as they were played, plus a delay that just covers the jitter of their transit. The delay
 * grows immediately when a note is late and shrinks slowly. All times are µs on the service clock.
 */
export class Playout {
  readonly #maxDelayUs: number;
  readonly #window = new TransitWindow();
  #style: PlayoutStyle = 'steady';
  #delayUs = 0;
  #commonDelayUs: number | undefined;
  #jitterUs = 0;
  #late = 0;
  #last: { readonly transitUs: number; readonly arrivalUs: number } | undefined;
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
   */
  schedule(startTimeUs: number, spanUs: number, arrivalUs: number): number {
    const transitUs = arrivalUs - startTimeUs;
    if (this.#last !== undefined && transitUs > (this.#commonDelayUs ?? this.#delayUs)) this.#late++;
    this.#adapt(transitUs, arrivalUs);
    const delayUs = this.#commonDelayUs ?? this.#delayUs;
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

  /** The scheduled notes have been cancelled: later ones need not wait for them. */
  cancel(): void {
    this.#busyUntilUs = Number.NEGATIVE_INFINITY;
  }

  #adapt(transitUs: number, arrivalUs: number): void {
    const last = this.#last ?? { transitUs, arrivalUs };
    this.#last = { transitUs, arrivalUs };
    this.#jitterUs += (Math.abs(transitUs - last.transitUs) - this.#jitterUs) / 16;
    this.#window.add(transitUs, arrivalUs);
    const delayUs =
      this.#style === 'quick'
        ? this.#window.quantile(quickQuantile)
        : this.#steadyUs(transitUs, arrivalUs - last.arrivalUs);
    // Counted from the shortest transit rather than the start time: a sender's clock may be wrong, which is not
    // jitter.
    const longestUs = Math.max(0, this.#window.quantile(0)) + this.#maxDelayUs;
    this.#delayUs = Math.min(longestUs, Math.max(0, delayUs));
  }

  #steadyUs(transitUs: number, sinceLastUs: number): number {
    const slowUs = this.#window.quantile(quantile);
    const spreadUs = slowUs - this.#window.quantile(0.5);
    const neededUs = slowUs + spreadShare * spreadUs + marginUs + settlingUs / this.#window.size;
    const excessUs = Math.max(0, this.#delayUs - neededUs);
    const kept = Math.exp(-Math.max(0, sinceLastUs) / shrinkUs);
    const grownUs = transitUs > this.#delayUs ? transitUs + marginUs : 0;
    return Math.max(grownUs, neededUs + excessUs * kept);
  }
}
