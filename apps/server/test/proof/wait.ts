import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 50;

/** Something took longer than allowed. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/** Settles as the promise does, or rejects with TooLate if that takes longer than `ms`. */
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

/** Polls until `isSo`; resolves with the time that took, in ms, or undefined if it did not happen in time. */
export async function until(ms: number, isSo: () => boolean | Promise<boolean>): Promise<number | undefined> {
  const startMs = performance.now();
  for (;;) {
    if (await isSo()) return performance.now() - startMs;
    if (performance.now() - startMs > ms) return undefined;
    await delay(pollMs);
  }
}

/** Resolves with the message of the promise's rejection, or undefined if it resolves. */
export async function whyNot(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
