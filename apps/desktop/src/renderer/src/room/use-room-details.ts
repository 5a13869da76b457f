import type { RoomDetails } from '@roomtone/protocol/rest';
import { useEffect, useState } from 'react';
import { useParts } from '../app-parts.ts';

/** What anybody may know about a room before entering it; undefined while it is not known, or does not exist. */
export function useRoomDetails(roomId: string | undefined): RoomDetails | undefined {
  const { client } = useParts();
  const [details, setDetails] = useState<RoomDetails>();
  useEffect(() => {
    setDetails(undefined);
    if (roomId === undefined) return;
    let isCurrent = true;
    client.call('room', { roomId }).then(
      (found) => {
        if (isCurrent) setDetails(found);
      },
      // Whether there is such a room is told once one comes in.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [client, roomId]);
  return details;
}
