const checkEveryMs = 1_000;
/** Longer than any pause of a page that is awake, even if it is busy or hidden. */
const asleepMs = 90_000;
/**
 * The largest drift between the two clocks from one check to the next. On most machines the monotonic clock stops
 * during sleep.
 */
const driftMs = 3_000;

/** True if the machine slept between two checks of its clocks; readings in ms. */
export function hasSlept(elapsedMs: number, elapsedWallMs: number): boolean {
  return elapsedMs > asleepMs || elapsedWallMs - elapsedMs > driftMs;
}

/**
 * Calls back when note-offs may be lost because the page was frozen or the machine slept. Returns a function that stops
 * it.
 */
export function onPageSleep(slept: () => void): () => void {
  let [ms, wallMs] = [performance.now(), Date.now()];
  const timer = setInterval(() => {
    const [nowMs, nowWallMs] = [performance.now(), Date.now()];
    if (hasSlept(nowMs - ms, nowWallMs - wallMs)) slept();
    [ms, wallMs] = [nowMs, nowWallMs];
  }, checkEveryMs);
  document.addEventListener('freeze', slept);
  window.addEventListener('pagehide', slept);
  return () => {
    clearInterval(timer);
    document.removeEventListener('freeze', slept);
    window.removeEventListener('pagehide', slept);
  };
}
