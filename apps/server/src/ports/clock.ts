/**
 * The machine's clocks. The wall clock can be wrong and can be set at any moment; use it for times that are shown, stored or
 * compared with another machine's. Use the others to measure durations in this process.
 */
export interface Clock {
  /** Wall clock, ms since 1970. */
  nowMs(): number;
  /** Ms with fractions since an arbitrary moment before the process started; cannot be set and never runs backwards. */
  monotonicMs(): number;
  /** Service clock, µs since 1970: read once at the start, then monotonic (R8.16). */
  serviceUs(): number;
}
