import type { FriendEntry, PendingRequestEntry } from '@roomtone/protocol/rest';
import { useEffect } from 'react';
import { useGoing } from '../../ui/going-store.ts';
import { useAccount, userIdOf } from '../identity/account-store.ts';
import { dropAsked, useAsked } from './asked-store.ts';
import type { Person } from './messenger.ts';
import { goingKey } from './use-friend-acts.ts';
import { useBlocks, useFriends } from './use-friends.ts';

const nobody: readonly Person[] = [];

/**
 * Everybody one has to do with, as it will be when what is about to change has changed.
 * @param follows see useFriends().
 */
export function usePeople(follows = false) {
  const { data, error, isPending, refetch } = useFriends(follows);
  const { data: blockList } = useBlocks();
  const ownerId = useAccount(userIdOf) ?? '';
  const asked = useAsked((state) => state.asked[ownerId]) ?? nobody;
  const going = useGoing((state) => state.keys);
  const isGoing = (what: Parameters<typeof goingKey>[0], userId: string) => going.has(goingKey(what, userId));
  useEffect(() => {
    if (data !== undefined) dropAsked(ownerId, new Set(data.friends.map(({ user_id }) => user_id)));
  }, [data, ownerId]);
  const friends = (data?.friends ?? []).filter(
    ({ user_id: id }: FriendEntry) => !isGoing('friend', id) && !isGoing('block', id),
  );
  const requests = (data?.pending_requests ?? []).filter(
    ({ user_id: id }: PendingRequestEntry) => !isGoing('request', id) && !isGoing('block', id),
  );
  const blocks = (blockList?.blocks ?? []).filter(({ user_id: id }) => !isGoing('free', id));
  return {
    isLoading: isPending,
    error,
    refetch,
    friends: [...friends].sort(byPresence),
    requests,
    blocks,
    asked: asked.filter(({ userId }) => !isGoing('asked', userId) && !isGoing('block', userId)),
  };
}

const order = ['online', 'busy', 'away', 'offline'];

/** Who is here stands first; within that by name, as the server gave them. */
function byPresence(a: FriendEntry, b: FriendEntry): number {
  return order.indexOf(a.status) - order.indexOf(b.status);
}
