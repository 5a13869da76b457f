import { limits } from '@roomtone/protocol';
import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { useHasAccount } from '../../app/identity/account-store.ts';
import { isOneTooMany, untilReset } from '../../app/server-state.ts';
import { type LobbyRoom, lobbyRoom, withLiveUpdates } from './lobby-rooms.ts';
import { useLiveLobby } from './lobby-store.ts';
import { useRoomsBeingDeleted } from './room-changes.ts';

const roomsKey = ['rooms'] as const;
const publicKey = [...roomsKey, 'public'] as const;
const privateKey = [...roomsKey, 'private'] as const;
const retryMs = 3_000;
/** Live updates do not include private rooms. */
const privateRefreshMs = 10_000;

export interface KnownRooms {
  /** offline: the rooms are as they were last known. */
  readonly status: 'loading' | 'ready' | 'offline';
  /** Public and Pro rooms, and the user's private rooms. */
  readonly rooms: readonly LobbyRoom[];
}

/** All rooms that the user may see: listed page by page, then kept current by the lobby. */
export function useRooms(): KnownRooms {
  const listed = useListedRooms();
  const own = useOwnPrivateRooms();
  const { status, rooms: live, gone } = useLiveLobby();
  const deleting = useRoomsBeingDeleted((state) => state.roomIds);
  useRefetchOnReconnect(status === 'joined');
  const rooms = useMemo(
    () => [...withLiveUpdates(listed.rooms, live, gone), ...own].filter(({ id }) => !deleting.has(id)),
    [listed.rooms, live, gone, own, deleting],
  );
  if (listed.isFailing || status === 'reconnecting') return { status: 'offline', rooms };
  return { status: listed.isLoading ? 'loading' : 'ready', rooms };
}

function useListedRooms() {
  const { client } = useParts();
  const query = useInfiniteQuery({
    queryKey: publicKey,
    queryFn: ({ pageParam }) => client.api.rooms.list({ page: pageParam, limit: limits.page.limitMax }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    retry: false,
    refetchInterval: ({ state: { error, status, fetchFailureCount } }) => {
      if (isOneTooMany(error)) return untilReset(error);
      return status === 'error' || fetchFailureCount > 0 ? retryMs : false;
    },
  });
  const { data, hasNextPage, isFetching, isError, error, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const rooms = useMemo(() => data?.pages.flatMap((page) => page.rooms.map(lobbyRoom)) ?? [], [data]);
  return { rooms, isLoading: data === undefined, isFailing: isError && !isOneTooMany(error) };
}

const none: readonly LobbyRoom[] = [];

function useOwnPrivateRooms(): readonly LobbyRoom[] {
  const { client } = useParts();
  const hasAccount = useHasAccount();
  const list = () => client.api.rooms.list({ roomType: 'private', limit: limits.page.limitMax });
  const { data } = useQuery({
    queryKey: privateKey,
    queryFn: hasAccount ? list : skipToken,
    refetchInterval: privateRefreshMs,
  });
  return useMemo(() => data?.rooms.map(lobbyRoom) ?? none, [data]);
}

/** Updates that were sent while the connection was lost are missing. */
function useRefetchOnReconnect(isJoined: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (isJoined) void queries.invalidateQueries({ queryKey: roomsKey });
  }, [isJoined, queries]);
}
