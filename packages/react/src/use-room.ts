import type { ClientError, ConnectionState, JoinRoomOptions, Room, RoomtoneClient } from '@roomtone/sdk';
import { useEffect, useState } from 'react';
import { storesOf } from './stores.ts';
import { useLatest } from './use-latest.ts';

/** The hook aborts by itself, when the component unmounts. */
export type UseRoomOptions = Omit<JoinRoomOptions, 'signal'>;

export interface RoomState {
  /** Undefined until the room is joined. It stays after the room has closed; `room.state` says why it closed. */
  readonly room: Room | undefined;
  readonly status: ConnectionState['status'];
  /** Why joining failed; the status is then `closed`. */
  readonly error: ClientError | undefined;
}

const connecting: RoomState = { room: undefined, status: 'connecting', error: undefined };

/**
 * Joins a room, and leaves it when the component unmounts. Joins again when the client, the room or the password
 * changes. Other options count at the next join, so they may be a new object on each render.
 */
export function useRoom(client: RoomtoneClient, roomId: string, options: UseRoomOptions = {}): RoomState {
  const { password } = options;
  const latest = useLatest(options);
  const [shown, setShown] = useState({ client, roomId, password, state: connecting });
  useEffect(() => {
    const leaving = new AbortController();
    let joined: Room | undefined;
    const show = (state: RoomState) => {
      if (!leaving.signal.aborted) setShown({ client, roomId, password, state });
    };
    const prepare = (opened: Room) => {
      storesOf(opened);
      opened.on('state', ({ status }) => {
        if (status === 'joined') joined = opened;
        // If the first join fails, the promise says why.
        if (joined !== undefined || status !== 'closed') show({ room: joined, status, error: undefined });
      });
      latest.current.prepare?.(opened);
    };
    const join = async () => {
      // Strict mode takes the first effect back before this goes on, so that nothing is sent for it.
      await Promise.resolve();
      if (leaving.signal.aborted) return;
      const { signal } = leaving;
      await client.joinRoom(roomId, {
        ...latest.current,
        ...(password === undefined ? {} : { password }),
        prepare,
        signal,
      });
    };
    show(connecting);
    join().catch((error: ClientError) => show({ room: undefined, status: 'closed', error }));
    return () => {
      leaving.abort();
      void joined?.leave();
    };
  }, [client, roomId, password, latest]);
  const isCurrent = shown.client === client && shown.roomId === roomId && shown.password === password;
  return isCurrent ? shown.state : connecting;
}
