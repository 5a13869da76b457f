import { create } from 'zustand';
import { persist, readStored } from '../../stored-state.ts';

/** A room that somebody keeps first in the lobby of this device. */
interface PinnedRoom {
  readonly userId: string;
  readonly roomId: string;
}

const storageKey = 'roomtone.pinned-rooms';

export const usePinnedRooms = create<{ readonly rooms: readonly PinnedRoom[] }>()(() => {
  const kept = (readStored(storageKey) as { rooms?: unknown } | null)?.rooms;
  return { rooms: Array.isArray(kept) ? kept.filter(isPinnedRoom) : [] };
});
persist(storageKey, usePinnedRooms);

/** Pins a room, or no longer. */
export function togglePin({ userId, roomId }: PinnedRoom): void {
  usePinnedRooms.setState(({ rooms }) => {
    const others = rooms.filter((each) => each.roomId !== roomId || each.userId !== userId);
    return { rooms: others.length < rooms.length ? others : [...rooms, { userId, roomId }] };
  });
}

function isPinnedRoom(kept: unknown): kept is PinnedRoom {
  const room = kept as Partial<Record<keyof PinnedRoom, unknown>> | null;
  return typeof room?.userId === 'string' && typeof room.roomId === 'string';
}
