import type { Activity } from '../social/activity.ts';
import { type SharedLimitsDeps, shareLimits } from './shared-limits.ts';
import { sharePlaying } from './shared-playing.ts';
import type { Sharing } from './sharing.ts';

/** Has the processes of a service count what users do together. @returns stops it. */
export function shareCounts(
  sharing: Sharing | undefined,
  deps: SharedLimitsDeps & { readonly activity: Activity },
): () => void {
  const stops = [shareLimits(sharing, deps), sharePlaying(sharing, deps.activity)];
  return () => {
    for (const stop of stops) stop();
  };
}
