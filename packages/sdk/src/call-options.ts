import type { Timers } from './environment.ts';
import { ConnectionError } from './errors.ts';

/** The options that every call that returns a promise takes. */
export interface CallOptions {
  /** Rejects the promise with a ConnectionError, `aborted`. What was sent may be carried out all the same. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait, ms; then the promise rejects with a ConnectionError, `timeout`. */
  readonly timeoutMs?: number | undefined;
}

/** The keys of CallOptions. */
export const callOptions = 'signal timeoutMs';

/**
 * Settles as the promise does, or rejects earlier if the options say so.
 * @param gaveUp is called in the second case; returns the error if there is a better one.
 */
export function withinLimits<Value>(
  promise: Promise<Value>,
  { signal, timeoutMs = Number.POSITIVE_INFINITY }: CallOptions,
  timers: Timers,
  gaveUp: (error: ConnectionError) => Error = (error) => error,
): Promise<Value> {
  if (signal === undefined && timeoutMs === Number.POSITIVE_INFINITY) return promise;
  return new Promise((resolve, reject) => {
    const giveUp = (error: ConnectionError) => {
      end();
      reject(gaveUp(error));
    };
    const abort = () =>
      giveUp(new ConnectionError('aborted', 'The call was aborted.', { cause: signal?.reason as unknown }));
    const timer =
      timeoutMs === Number.POSITIVE_INFINITY
        ? undefined
        : timers.setTimeout(
            () => giveUp(new ConnectionError('timeout', 'The server did not answer in time.')),
            timeoutMs,
          );
    const end = () => {
      timers.clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    promise.then(
      (value) => {
        end();
        resolve(value);
      },
      (error: unknown) => {
        end();
        reject(error);
      },
    );
    signal?.addEventListener('abort', abort);
    if (signal?.aborted === true) abort();
  });
}
