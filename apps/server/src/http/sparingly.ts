import type { Clock } from '../ports.ts';

/** Runs `look` at most once in `intervalMs`; in between, and while it runs, its last result is shared. */
export function sparingly<T>(
  look: () => Promise<T>,
  clock: Pick<Clock, 'nowMs'>,
  intervalMs: number,
): () => Promise<T> {
  let last: { readonly found: Promise<T>; readonly atMs: number } | undefined;
  return () => {
    const nowMs = clock.nowMs();
    // The clock may be set back.
    if (last === undefined || Math.abs(nowMs - last.atMs) >= intervalMs) last = { found: look(), atMs: nowMs };
    return last.found;
  };
}
