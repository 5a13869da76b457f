import { create } from 'zustand';
import { persist, readStored } from '../../stored-state.ts';

/** A room that somebody was in on this device. */
export interface RecentRoom {
  readonly userId: string;
  readonly roomId: string;
  readonly name: string;
  readonly ownerName: string;
}

const storageKey = 'roomtone.recent-rooms';
const most = 30;

/** The latest first: a private room is in no list, and its link may be lost. */
export const useRecentRooms = create<{ readonly rooms: readonly RecentRoom[] }>()(() => {
  const kept = (readStored(storageKey) as { rooms?: unknown } | null)?.rooms;
  return { rooms: Array.isArray(kept) ? kept.filter(isRecentRoom) : [] };
});
persist(storageKey, useRecentRooms);

export function rememberRoom(room: RecentRoom): void {
  useRecentRooms.setState(({ rooms }) => ({ rooms: [room, ...without(rooms, room)].slice(0, most) }));
}

export function forgetRoom(room: Pick<RecentRoom, 'userId' | 'roomId'>): void {
  useRecentRooms.setState(({ rooms }) => ({ rooms: without(rooms, room) }));
}

function without(rooms: readonly RecentRoom[], { userId, roomId }: Pick<RecentRoom, 'userId' | 'roomId'>) {
  return rooms.filter((each) => each.roomId !== roomId || each.userId !== userId);
}

function isRecentRoom(kept: unknown): kept is RecentRoom {
  const room = kept as Partial<Record<keyof RecentRoom, unknown>> | null;
  return [room?.userId, room?.roomId, room?.name, room?.ownerName].every((each) => typeof each === 'string');
}
