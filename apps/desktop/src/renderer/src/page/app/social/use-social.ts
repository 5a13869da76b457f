import type { FriendEntry, PendingRequestEntry } from '@roomtone/sdk';
import { useEffect } from 'react';
import { usePendingRemovals } from '../../ui/pending-removal-store.ts';
import { useAccount, userIdOf } from '../identity/account-store.ts';
import type { Person } from './messenger.ts';
import { removeSentRequests, useSentRequests } from './sent-request-store.ts';
import { removalKey } from './use-friend-actions.ts';
import { useBlocks, useFriends } from './use-friends.ts';

const nobody: readonly Person[] = [];

/** Friends, requests and blocks, as if pending removals were done. @param follows see useFriends(). */
export function useSocial(follows = false) {
  const { data, error, isPending, refetch } = useFriends(follows);
  const { data: blockList } = useBlocks();
  const ownerId = useAccount(userIdOf) ?? '';
  const sentRequests = useSentRequests((state) => state.asked[ownerId]) ?? nobody;
  const pending = usePendingRemovals((state) => state.keys);
  const isBeingRemoved = (what: Parameters<typeof removalKey>[0], userId: string) =>
    pending.has(removalKey(what, userId));
  useEffect(() => {
    if (data !== undefined) removeSentRequests(ownerId, new Set(data.friends.map(({ userId }) => userId)));
  }, [data, ownerId]);
  const friends = (data?.friends ?? []).filter(
    ({ userId: id }: FriendEntry) => !isBeingRemoved('friend', id) && !isBeingRemoved('block', id),
  );
  const requests = (data?.pendingRequests ?? []).filter(
    ({ userId: id }: PendingRequestEntry) => !isBeingRemoved('request', id) && !isBeingRemoved('block', id),
  );
  const blocks = (blockList?.blocks ?? []).filter(({ userId: id }) => !isBeingRemoved('unblock', id));
  return {
    isLoading: isPending,
    error,
    refetch,
    friends: [...friends].sort(byPresence),
    requests,
    blocks,
    sentRequests: sentRequests.filter(
      ({ userId }) => !isBeingRemoved('sent-request', userId) && !isBeingRemoved('block', userId),
    ),
  };
}

const order = ['online', 'busy', 'away', 'offline'];

/** Online friends first; within the same presence in the server's order, by name. */
function byPresence(a: FriendEntry, b: FriendEntry): number {
  return order.indexOf(a.status) - order.indexOf(b.status);
}
