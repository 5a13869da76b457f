import type { Clock } from '../../ports/clock.ts';

/** Runs `look` at most once in `intervalMs`; in between, and while it runs, its last result is shared. */
export function cacheResult<T>(
  look: () => Promise<T>,
  clock: Pick<Clock, 'monotonicMs'>,
  intervalMs: number,
): () => Promise<T> {
  let last: { readonly found: Promise<T>; readonly atMs: number } | undefined;
  return () => {
    const nowMs = clock.monotonicMs();
    if (last === undefined || nowMs - last.atMs >= intervalMs) last = { found: look(), atMs: nowMs };
    return last.found;
  };
}
