import { useEffect, useState } from 'react';
import { CallError } from '../../contract/call-error.ts';
import { failureText } from './failure-text.ts';
import { Notice } from './notice.tsx';

interface FailureNoticeProps {
  /** Nothing is shown for undefined and null. */
  readonly error: unknown;
  /** Formats the error, in place of the default. */
  readonly textOf?: (error: unknown) => string;
}

/** Says what went wrong and, after a rate limit, counts down the time to wait. */
export function FailureNotice({ error, textOf = failureText }: FailureNoticeProps) {
  useTick(isWaiting(error));
  if (error === undefined || error === null) return null;
  // Announced once, although the seconds change.
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
