import type { Clock } from '../../ports/clock.ts';

/** Runs `load` at most once per `maxAgeMs`: calls in between, and while it runs, share its last result, even a failed one. */
export function cacheResult<T>(
  load: () => Promise<T>,
  clock: Pick<Clock, 'monotonicMs'>,
  maxAgeMs: number,
): () => Promise<T> {
  let last: { readonly result: Promise<T>; readonly loadedAtMs: number } | undefined;
  return () => {
    const nowMs = clock.monotonicMs();
    if (last === undefined || nowMs - last.loadedAtMs >= maxAgeMs) last = { result: load(), loadedAtMs: nowMs };
    return last.result;
  };
}
