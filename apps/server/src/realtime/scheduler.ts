/** Calls back again and again. Tests drive one by a fake clock. */
export interface Scheduler {
  /** Runs `run` every `intervalMs` until the function returned is called. */
  every(intervalMs: number, run: () => void): () => void;
  /** Runs `run` once after so long, or after `longestMs` where that is less, until the function returned is called. */
  after(delayMs: number, run: () => void): () => void;
  /**
   * Runs `run` for each of the items, as many as there are by then, every `intervalMs` until the function returned is
   * called. Not for all in one turn of the event loop: notes go between.
   */
  each<T>(intervalMs: number, items: () => Iterator<T>, run: (item: T) => void): () => void;
}

/** Node's timers take no more. */
export const longestMs = 2 ** 31 - 1;

/** How long notes wait at most, but for the last item's length, while each of many is looked at. */
const pieceMs = 0.1;

/** Node's timers. They do not keep the process alive by themselves. */
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
    let isUnderWay = false;
    let isStopped = false;
    const piece = (rest: Iterator<T>) => {
      isUnderWay = false;
      const untilMs = performance.now() + pieceMs;
      do {
        const { done, value } = rest.next();
        if (done === true || isStopped) return;
        run(value);
      } while (performance.now() < untilMs);
      isUnderWay = true;
      setImmediate(piece, rest).unref();
    };
    const stop = timers.every(intervalMs, () => {
      if (!isUnderWay) piece(items());
    });
    return () => {
      isStopped = true;
      stop();
    };
  },
};
