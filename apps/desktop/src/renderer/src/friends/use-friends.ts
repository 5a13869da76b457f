import type { FriendEntry, FriendListView } from '@roomtone/protocol/rest';
import type { Notice } from '@roomtone/sdk';
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { useIsMember, useParts } from '../app-parts.ts';

const friendsKey = ['friends'] as const;
const blocksKey = ['blocks'] as const;
/** Who is in which room is told only when asked. */
const refreshMs = 15_000;

/** Friends and the requests received; guests have none. */
export function useFriends() {
  const { client } = useParts();
  const isMember = useIsMember();
  return useQuery({
    queryKey: friendsKey,
    queryFn: isMember ? () => client.api.friends.list() : skipToken,
    refetchInterval: refreshMs,
  });
}

export function useBlocks() {
  const { client } = useParts();
  const isMember = useIsMember();
  return useQuery({ queryKey: blocksKey, queryFn: isMember ? () => client.api.blocks.list() : skipToken });
}

/** The room somebody is in; undefined as long as it is not known. */
export function useCurrentRoom(roomId: string) {
  const { client } = useParts();
  const { data } = useQuery({
    queryKey: ['room', roomId],
    queryFn: roomId === '' ? skipToken : () => client.api.rooms.get(roomId),
    staleTime: 60_000,
  });
  return data;
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
