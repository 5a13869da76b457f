/** One moment on both clocks. */
export interface Moment {
  /** Wall clock, ms since 1970: what people read. */
  readonly nowMs: number;
  /** Service clock, µs since 1970: what durations are measured with. */
  readonly nowUs: number;
}
