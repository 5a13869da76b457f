import type { RoomDetails } from '@roomtone/sdk';
import { skipToken, useQuery } from '@tanstack/react-query';
import { CallError } from '../../../contract/call-error.ts';
import { useParts } from '../app-parts.ts';

/** A room's public details before joining; undefined while they are unknown, or if the room does not exist. */
export function useRoomDetails(roomId: string | undefined): RoomDetails | undefined {
  return useRoomQuery(roomId).data;
}

/** True once the server has said that the room does not exist. */
export function useIsRoomGone(roomId: string | undefined): boolean {
  const { error } = useRoomQuery(roomId);
  return error instanceof CallError && (error.code === 'ROOM_NOT_FOUND' || error.code === 'RESOURCE_NOT_FOUND');
}

function useRoomQuery(roomId: string | undefined) {
  const { client } = useParts();
  return useQuery({
    queryKey: ['room', roomId],
    queryFn: roomId === undefined ? skipToken : () => client.api.rooms.get(roomId),
    staleTime: 60_000,
  });
}
