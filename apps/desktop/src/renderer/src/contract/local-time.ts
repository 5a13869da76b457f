/**
 * The local clock of every thread of this page: µs since 1970 by the monotonic clock, the same in the page and in its
 * workers. Only differences to it are ever compared with the server's clock.
 */
export function localNowUs(): number {
  return toLocalUs(performance.now());
}

/** A DOM or MIDI event's `timeStamp` as local µs. */
export function toLocalUs(timeStampMs: number): number {
  return Math.round((performance.timeOrigin + timeStampMs) * 1000);
}
