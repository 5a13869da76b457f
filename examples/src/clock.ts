/** This machine's time and waiting, so that tests can have their own. */
export interface Clock {
  /** µs, never going back. */
  nowUs(): number;
  /** Resolves after so long, at once for less than nothing or when the signal aborts; it never rejects. */
  wait(us: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  nowUs: () => performance.now() * 1_000,
  wait: (us, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, Math.max(0, us / 1_000));
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    }),
};
