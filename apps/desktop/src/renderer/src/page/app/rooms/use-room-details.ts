import type { RoomDetails } from '@roomtone/sdk';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useParts } from '../app-parts.ts';

/** A room's public details before joining; undefined while they are unknown, or if the room does not exist. */
export function useRoomDetails(roomId: string | undefined): RoomDetails | undefined {
  const { client } = useParts();
  return useQuery({
    queryKey: ['room', roomId],
    queryFn: roomId === undefined ? skipToken : () => client.api.rooms.get(roomId),
    staleTime: 60_000,
  }).data;
}
