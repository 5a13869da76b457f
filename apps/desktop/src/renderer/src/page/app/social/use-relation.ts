import { useMemo } from 'react';
import { usePendingRemovals } from '../../ui/pending-removal-store.ts';
import { removalKey } from './use-friend-actions.ts';
import { useBlocks } from './use-friends.ts';
import { useSocial } from './use-social.ts';

/** request-sent: from this device. */
export type Relation = 'unknown' | 'none' | 'request-sent' | 'request-received' | 'friend' | 'blocked';

/** The relation to a user, as if pending removals were done. */
export function useRelation(userId: string): Relation {
  const { friends, requests, sentRequests, isLoading } = useSocial();
  const isBlocked = useBlockedIds().has(userId);
  const isThem = (person: { readonly userId: string }) => person.userId === userId;
  if (isBlocked) return 'blocked';
  if (friends.some(isThem)) return 'friend';
  if (requests.some(isThem)) return 'request-received';
  if (sentRequests.some((person) => person.userId === userId)) return 'request-sent';
  return isLoading ? 'unknown' : 'none';
}

/** The ids of blocked users. */
export function useBlockedIds(): ReadonlySet<string> {
  const { data } = useBlocks();
  const pending = usePendingRemovals((state) => state.keys);
  return useMemo(() => {
    const unblock = removalKey('unblock', '');
    const block = removalKey('block', '');
    const ids = new Set(data?.blocks.map(({ userId }) => userId));
    for (const key of pending) if (key.startsWith(block)) ids.add(key.slice(block.length));
    for (const key of pending) if (key.startsWith(unblock)) ids.delete(key.slice(unblock.length));
    return ids;
  }, [data, pending]);
}
