import type { FriendEntry, FriendListView, Notice } from '@roomtone/sdk';
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { useParts } from '../app-parts.ts';
import { useHasAccount } from '../identity/account-store.ts';

const friendsKey = ['friends'] as const;
const blocksKey = ['blocks'] as const;
/**
 * The maximum age of data that the server does not push, in ms; where it is on screen, it is refreshed twice as often.
 */
const staleMs = 30_000;
const refreshMs = 15_000;

/**
 * Friends and received requests; guests have none. Notifications report changes, except in which room a friend is.
 * @param follows keeps the rooms current by polling.
 */
export function useFriends(follows = false) {
  const { client } = useParts();
  const hasAccount = useHasAccount();
  return useQuery({
    queryKey: friendsKey,
    queryFn: hasAccount ? () => client.api.friends.list() : skipToken,
    staleTime: staleMs,
    refetchInterval: follows && refreshMs,
  });
}

/** The blocked users. */
export function useBlocks() {
  const { client } = useParts();
  const hasAccount = useHasAccount();
  const queryFn = hasAccount ? () => client.api.blocks.list() : skipToken;
  return useQuery({ queryKey: blocksKey, queryFn, staleTime: staleMs });
}

/** Reloads friends, requests and blocks. */
export async function refreshFriends(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: friendsKey }),
    queries.invalidateQueries({ queryKey: blocksKey }),
  ]);
}

/** Updates a friend's presence without a request. */
export function updatePresence(queries: QueryClient, { userId, status }: Extract<Notice, { kind: 'presence' }>): void {
  queries.setQueryData<FriendListView>(friendsKey, (list) => {
    if (list === undefined) return undefined;
    const changed = (friend: FriendEntry): FriendEntry => {
      if (friend.userId !== userId) return friend;
      return { ...friend, status, currentRoom: status === 'offline' ? '' : friend.currentRoom };
    };
    return { ...list, friends: list.friends.map(changed) };
  });
}
