/**
 * The machine's clocks. The wall clock can be wrong and can be set at any moment: it is for times that are shown, stored or
 * compared with another machine's. How long something takes or lasts while this process runs is measured by the others.
 */
export interface Clock {
  /** Wall clock, ms since 1970. */
  nowMs(): number;
  /** Ms since some moment before the process started, with fractions: nobody sets it, and it never runs backwards. */
  monotonicMs(): number;
  /** Service clock, µs since 1970: read once at start, then monotonic (R8.16). */
  serviceUs(): number;
}
