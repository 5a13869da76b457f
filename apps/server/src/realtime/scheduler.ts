/** Node's timers, or a fake clock in tests. */
export interface Scheduler {
  /** Calls `run` every `intervalMs`, until the returned function is called. */
  every(intervalMs: number, run: () => void): () => void;
  /** Calls `run` once after `delayMs`, or after `longestMs` if that is less, unless the returned function is called before. */
  after(delayMs: number, run: () => void): () => void;
}

/** The longest delay that Node's timers accept. */
export const longestMs = 2 ** 31 - 1;

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
};
