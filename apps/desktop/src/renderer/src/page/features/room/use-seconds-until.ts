import { useEffect, useState } from 'react';

/** How many whole seconds are left until a moment, counting down; 0 from then on. @param atMs ms since 1970. */
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
