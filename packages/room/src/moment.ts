/** One point in time on both clocks. */
export interface Moment {
  /** Wall clock, ms since 1970: shown to people. */
  readonly nowMs: number;
  /** Service clock, µs since 1970: used for durations. */
  readonly nowUs: number;
}
