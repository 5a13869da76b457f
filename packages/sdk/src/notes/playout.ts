import { TransitWindow } from './transit-window.ts';

/** What one sender's playout is doing. */
export interface PlayoutFigures {
  /** From when a note was played there to when it sounds here, µs. */
  readonly delayUs: number;
  /** Mean deviation between the transit times of successive notes, µs (RFC 3550, 6.4.1). */
  readonly jitterUs: number;
  /** Arrivals that came after their time and sounded late. */
  readonly late: number;
}

/**
 * How others' notes are held: `steady` covers the jitter of nearly all of them, so that they keep their rhythm; `quick`
 * holds no longer than three in four need, so that they sound sooner and the fourth comes late.
 */
export type PlayoutStyle = 'steady' | 'quick';

/** The longest a note is held, unless told otherwise, µs. */
const defaultMaxHoldUs = 500_000;

const quantile = 0.99;
const quickQuantile = 0.75;
/** Kept free beyond the quantile: a share of how far it lies from the usual transit, and what scheduling takes. */
const spreadShare = 0.25;
const marginUs = 1_000;
/** More margin while little is known, shared out over the first notes. */
const settlingUs = 8_000;
/** A delay that is longer than needed shrinks by this time constant. */
const shrinkUs = 8_000_000;

/**
 * When one sender's notes sound here: as they were played, later by a delay that just covers the jitter of the way. It
 * grows at once when a note comes too late and shrinks slowly. All times are on the service clock, µs.
 */
export class Playout {
  readonly #maxHoldUs: number;
  readonly #window = new TransitWindow();
  #style: PlayoutStyle = 'steady';
  #delayUs = 0;
  #commonDelayUs: number | undefined;
  #jitterUs = 0;
  #late = 0;
  #last: { readonly transitUs: number; readonly arrivalUs: number } | undefined;
  /** When the last event handed out sounds. */
  #busyUntilUs = Number.NEGATIVE_INFINITY;

  /** @param maxHoldUs the longest that even the quickest note is held. */
  constructor(maxHoldUs: number = defaultMaxHoldUs) {
    this.#maxHoldUs = maxHoldUs;
  }

  get figures(): PlayoutFigures {
    const delayUs = this.#commonDelayUs ?? this.#delayUs;
    return { delayUs: Math.round(delayUs), jitterUs: Math.round(this.#jitterUs), late: this.#late };
  }

  /**
   * Takes a message in and returns when its first event sounds: its time plus the delay, but never before now or before
   * what the same sender has scheduled already.
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

  /** Holds to this delay, whatever the way would allow, so that it sounds here as it does everywhere; undefined: adapts. */
  match(commonDelayUs: number | undefined): void {
    this.#commonDelayUs = commonDelayUs;
  }

  /** From the next note on. It matters while no delay is common to all. */
  prefer(style: PlayoutStyle): void {
    this.#style = style;
  }

  /** What was scheduled is cancelled: what comes next need not wait for it. */
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
    // From the quickest way on, not from when it was played: a sender's clock may be wrong, which is no jitter.
    const longestUs = Math.max(0, this.#window.quantile(0)) + this.#maxHoldUs;
    this.#delayUs = Math.min(longestUs, Math.max(0, delayUs));
  }

  #steadyUs(transitUs: number, sinceLastUs: number): number {
    const slowUs = this.#window.quantile(quantile);
    const spreadUs = slowUs - this.#window.quantile(0.5);
    const neededUs = slowUs + spreadShare * spreadUs + marginUs + settlingUs / this.#window.size;
    const excessUs = Math.max(0, this.#delayUs - neededUs);
    const kept = Math.exp(-Math.max(0, sinceLastUs) / shrinkUs);
    const grown = transitUs > this.#delayUs ? transitUs + marginUs : 0;
    return Math.max(grown, neededUs + excessUs * kept);
  }
}
