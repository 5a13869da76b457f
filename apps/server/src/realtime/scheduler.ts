/** Node's timers, or a fake clock in tests. */
export interface Scheduler {
  /** Calls `run` every `intervalMs`, until the returned function is called. */
  every(intervalMs: number, run: () => void): () => void;
  /** Calls `run` once after `delayMs`, or after `longestMs` if that is less, unless the returned function is called before. */
  after(delayMs: number, run: () => void): () => void;
  /**
   * Calls `run` every `intervalMs` for each item that there is by then, until the returned function is called. Many items are
   * spread over several turns of the event loop, so that notes pass between (decision 017).
   */
  each<T>(intervalMs: number, items: () => Iterator<T>, run: (item: T) => void): () => void;
}

/** The longest delay that Node's timers accept. */
const longestMs = 2 ** 31 - 1;

/** The time that `each` takes of one turn, plus the duration of its last call. */
const sliceMs = 0.1;

/** Node's timers. They do not keep the process alive. */
export const timers: Scheduler = {
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
  after(delayMs, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, Math.ceil(delayMs)), longestMs));
    timer.unref();
    return () => clearTimeout(timer);
  },
  each<T>(intervalMs: number, items: () => Iterator<T>, run: (item: T) => void) {
    let isRunning = false;
    let isStopped = false;
    const slice = (rest: Iterator<T>) => {
      isRunning = false;
      const untilMs = performance.now() + sliceMs;
      do {
        const { done, value } = rest.next();
        if (done === true || isStopped) return;
        run(value);
      } while (performance.now() < untilMs);
      isRunning = true;
      setImmediate(slice, rest).unref();
    };
    const stop = timers.every(intervalMs, () => {
      if (!isRunning) slice(items());
    });
    return () => {
      isStopped = true;
      stop();
    };
  },
};
