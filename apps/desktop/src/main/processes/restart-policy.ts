/** A process that was up this long counts as working: a failure after it is a new one. */
const stableAfterMs = 60_000;
const firstDelayMs = 200;
const longestDelayMs = 30_000;

/**
 * Decides when to restart the server's process.
 * @param failures in a row before this one.
 * @param upMs how long it was up.
 */
export function restartDelayMs(failures: number, upMs: number): { failures: number; delayMs: number } {
  const inARow = upMs >= stableAfterMs ? 1 : failures + 1;
  return { failures: inARow, delayMs: Math.min(firstDelayMs * 2 ** (inARow - 1), longestDelayMs) };
}
