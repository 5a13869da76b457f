const lookEveryMs = 1_000;
/** Longer than any pause of a page that is awake, busy or out of sight. */
const asleepMs = 90_000;
/** How far the two clocks may drift apart between two looks; the monotonic one stands still on most sleeping machines. */
const driftMs = 3_000;

/** Whether the machine slept between two looks at its clocks, by their readings in ms. */
export function hasSlept(elapsedMs: number, elapsedWallMs: number): boolean {
  return elapsedMs > asleepMs || elapsedWallMs - elapsedMs > driftMs;
}

/**
 * Calls back when key-ups may have got lost because nothing ran here: the page was frozen or put away, or the machine
 * slept. Returns what ends it.
 */
export function onPageSleep(slept: () => void): () => void {
  let [ms, wallMs] = [performance.now(), Date.now()];
  const timer = setInterval(() => {
    const [nowMs, nowWallMs] = [performance.now(), Date.now()];
    if (hasSlept(nowMs - ms, nowWallMs - wallMs)) slept();
    [ms, wallMs] = [nowMs, nowWallMs];
  }, lookEveryMs);
  document.addEventListener('freeze', slept);
  window.addEventListener('pagehide', slept);
  return () => {
    clearInterval(timer);
    document.removeEventListener('freeze', slept);
    window.removeEventListener('pagehide', slept);
  };
}
