/**
 * The local clock, shared by the page and its workers: µs since 1970, monotonic. Only differences to it are ever compared
 * with the server's clock.
 */
export function localNowUs(): number {
  return toLocalUs(performance.now());
}

/** Converts the `timeStamp` of a DOM or MIDI event to local µs. */
export function toLocalUs(timeStampMs: number): number {
  return Math.round((performance.timeOrigin + timeStampMs) * 1000);
}
