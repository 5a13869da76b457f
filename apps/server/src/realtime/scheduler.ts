/** Calls back again and again. Tests drive one by a fake clock. */
export interface Scheduler {
  /** Runs `run` every `intervalMs` until the function returned is called. */
  every(intervalMs: number, run: () => void): () => void;
}

/** Node's timers. They do not keep the process alive by themselves. */
export const timers: Scheduler = {
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};
