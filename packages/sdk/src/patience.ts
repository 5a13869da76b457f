import { RoomtoneError } from '@roomtone/protocol';
import { ConnectionError } from './errors.ts';

export interface Patience {
  /** Rejects with a ConnectionError, `aborted`, while waiting. Pass it to the call, too. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait at most before a repetition, ms; default 60,000. A longer wait rejects with the refusal at once. */
  readonly longestMs?: number;
  /** Called before each wait. */
  readonly onWait?: ((ms: number) => void) | undefined;
}

const defaultLongestMs = 60_000;
const shortestMs = 100;

/** Makes a call, and makes it again as soon as the server allows more when it refuses with RATE_LIMIT_EXCEEDED. */
export async function patiently<Value>(call: () => Promise<Value>, patience: Patience = {}): Promise<Value> {
  const { signal, longestMs = defaultLongestMs, onWait } = patience;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const reset =
        error instanceof RoomtoneError && error.code === 'RATE_LIMIT_EXCEEDED' ? error.details.reset : undefined;
      const waitMs = reset === undefined ? Number.POSITIVE_INFINITY : reset * 1_000 - Date.now();
      if (waitMs > longestMs) throw error;
      const ms = Math.max(shortestMs, waitMs);
      onWait?.(ms);
      await pause(ms, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
    };
    const aborted = () => {
      end();
      reject(new ConnectionError('aborted', 'The call was aborted.', { cause: signal?.reason }));
    };
    const timer = setTimeout(() => {
      end();
      resolve();
    }, ms);
    signal?.addEventListener('abort', aborted);
    if (signal?.aborted === true) aborted();
  });
}
