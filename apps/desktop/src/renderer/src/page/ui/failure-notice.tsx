import { useEffect, useState } from 'react';
import { CallError } from '../../contract/call-error.ts';
import { failureText } from './failure-text.ts';
import { Notice } from './notice.tsx';

interface FailureNoticeProps {
  /** Nothing is shown for undefined. */
  readonly error: unknown;
  /** Words for it, in place of the usual ones. */
  readonly textOf?: (error: unknown) => string;
}

/** What went wrong, in words; where one has to wait, for how long still. */
export function FailureNotice({ error, textOf = failureText }: FailureNoticeProps) {
  useTick(isWaiting(error));
  if (error === undefined) return null;
  // Read out once, although the seconds go on.
  return (
    <Notice tone="bad">
      <span aria-live="off">{textOf(error)}</span>
    </Notice>
  );
}

function isWaiting(error: unknown): boolean {
  return error instanceof CallError && error.code === 'RATE_LIMIT_EXCEEDED';
}

function useTick(isTicking: boolean): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setTick((tick) => tick + 1), 1_000);
    return () => clearInterval(timer);
  }, [isTicking]);
}
