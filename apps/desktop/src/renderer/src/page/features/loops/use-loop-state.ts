import type { Loop } from '@roomtone/sdk/extras';
import { useEffect, useState } from 'react';
import { localNowUs } from '../../../contract/local-time.ts';
import { loopStateAt, nextChangeUs, positionAt } from './loop-lines.ts';
import { useLoops } from './loops-store.ts';

/** The present and next state of a loop, and its pattern; renders again when they change. */
export function useLoopState(loop: Loop) {
  const toLocalUs = useLoops((state) => state.toLocalUs);
  const [, setRound] = useState(0);
  const nowUs = localNowUs() - toLocalUs;
  const changeUs = nextChangeUs(loop, nowUs);
  useEffect(() => {
    if (changeUs === undefined) return undefined;
    const waitMs = Math.max(0, (changeUs + toLocalUs - localNowUs()) / 1_000);
    const timer = setTimeout(() => setRound((round) => round + 1), Math.ceil(waitMs) + 1);
    return () => clearTimeout(timer);
  }, [changeUs, toLocalUs]);
  const chosen = loop.plan.at(-1)?.pattern ?? 0;
  return { state: loopStateAt(loop, nowUs), pattern: positionAt(loop, nowUs).pattern, chosen };
}
