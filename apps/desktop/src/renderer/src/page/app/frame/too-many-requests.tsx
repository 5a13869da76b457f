import type { ReactNode } from 'react';
import { strings } from '../../strings.ts';
import { Notice } from '../../ui/notice.tsx';
import { useSecondsUntil } from '../../ui/use-seconds-until.ts';
import { useTooMany } from '../server-state.ts';

/** Says that requests wait until the server takes more, and counts down. @param otherwise shown while none waits. */
export function TooManyRequests({ otherwise }: { readonly otherwise?: ReactNode }) {
  const untilMs = useTooMany((state) => state.untilMs);
  const seconds = useSecondsUntil(untilMs);
  if (seconds === 0) return otherwise;
  // Announced once, although the seconds change.
  return (
    <div className="too-many-requests">
      <Notice>
        <span aria-live="off">{strings.failures.tooManyRequests({ seconds })}</span>
      </Notice>
    </div>
  );
}
