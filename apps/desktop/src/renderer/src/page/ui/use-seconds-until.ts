import { useEffect, useState } from 'react';

/** Counts down the whole seconds until a moment; 0 from then on. @param atMs ms since 1970. */
export function useSecondsUntil(atMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    setNowMs(Date.now());
    if (atMs <= Date.now()) return;
    const timer = setInterval(() => {
      setNowMs(Date.now());
      if (atMs <= Date.now()) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [atMs]);
  return Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
}
