import type { FriendEntry, FriendListView } from '@roomtone/protocol/rest';
import type { Notice } from '@roomtone/sdk';
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { useParts } from '../app-parts.ts';
import { useHasAccount } from '../identity/account-store.ts';

const friendsKey = ['friends'] as const;
const blocksKey = ['blocks'] as const;
/** What the server does not tell by itself may be so old, or half as old where it is looked at. */
const staleMs = 30_000;
const refreshMs = 15_000;

/**
 * Friends and the requests received; guests have none. Notices tell what changes, save in which room a friend is.
 * @param follows asks for that, too, again and again.
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

/** Whom one does not want to hear of. */
export function useBlocks() {
  const { client } = useParts();
  const hasAccount = useHasAccount();
  const queryFn = hasAccount ? () => client.api.blocks.list() : skipToken;
  return useQuery({ queryKey: blocksKey, queryFn, staleTime: staleMs });
}

/** Asks anew who is a friend and who is blocked. */
export async function refreshFriends(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: friendsKey }),
    queries.invalidateQueries({ queryKey: blocksKey }),
  ]);
}

/** A friend came, went or is otherwise than before: shown without asking. */
export function presenceTold(queries: QueryClient, { userId, status }: Extract<Notice, { kind: 'presence' }>): void {
  queries.setQueryData<FriendListView>(friendsKey, (list) => {
    if (list === undefined) return undefined;
    const changed = (friend: FriendEntry): FriendEntry => {
      if (friend.user_id !== userId) return friend;
      return { ...friend, status, current_room: status === 'offline' ? '' : friend.current_room };
    };
    return { ...list, friends: list.friends.map(changed) };
  });
}
