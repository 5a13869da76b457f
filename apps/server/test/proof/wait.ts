import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 50;

/** What took longer than it may. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/** Settles as the promise does, and rejects with TooLate when that takes longer. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = delay(ms, undefined, { signal: over.signal }).then(() => {
    throw new TooLate(`not within ${ms / 1000} s`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    over.abort();
    late.catch(() => {});
  }
}

/** Tries again and again; resolves with how long it took until `isSo`, in ms, or undefined when it never was. */
export async function until(ms: number, isSo: () => boolean | Promise<boolean>): Promise<number | undefined> {
  const startMs = performance.now();
  for (;;) {
    if (await isSo()) return performance.now() - startMs;
    if (performance.now() - startMs > ms) return undefined;
    await delay(pollMs);
  }
}

/** Why a promise rejects; undefined when it resolves. */
export async function whyNot(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
