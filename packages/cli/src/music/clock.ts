/** This machine's clock and a way to wait, replaceable in tests. */
export interface Clock {
  /** Monotonic, µs. */
  nowUs(): number;
  /** Resolves after this time, or immediately if it is negative or the signal aborts; never rejects. */
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
