import { executionAsyncResource } from 'node:async_hooks';

const kept: object[] = [];

/**
 * Keeps one of the objects that Node makes for `process.nextTick`: there is one for every write. Where V8 collects and finds
 * none of them, as after a quiet minute, it forgets what they look like, and makes each from then on at several times the
 * cost.
 * @param nextTick of the process.
 */
export function keepTickShape(nextTick: (tick: () => void) => void): void {
  if (kept.length > 0) return;
  nextTick(() => {
    kept.push(executionAsyncResource());
  });
}
