import type { RoomInfo, RoomLife, RoomType } from '@roomtone/sdk';
import { searchableText } from '../../../../../shared/searchable-text.ts';

/** A room in the lobby, from the REST list or from live updates. */
export interface LobbyRoom {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly type: RoomType;
  readonly users: number;
  readonly maxUsers: number;
  readonly hasPassword: boolean;
  /** ms since 1970. */
  readonly activeAtMs: number;
  /** Undefined outside the live list, and for an empty room. */
  readonly life: RoomLife | undefined;
  /** Undefined while it is not known. */
  readonly allowsGuests: boolean | undefined;
}

/** Filters and sort order. */
export interface LobbyView {
  readonly search: string;
  readonly type: 'all' | 'public' | 'pro';
  readonly withoutPassword: boolean;
  readonly withPeople: boolean;
  readonly sort: 'activity' | 'people' | 'name';
}

export function lobbyRoom(room: RoomInfo): LobbyRoom {
  return {
    id: room.roomId,
    name: room.roomName,
    ownerId: room.roomOwner,
    ownerName: room.roomOwnerDisplayName,
    type: room.roomType,
    users: room.currentUsers,
    maxUsers: room.maxUsers,
    hasPassword: room.hasPassword,
    activeAtMs: room.lastActivity ?? room.createdAt,
    life: room.life,
    allowsGuests: room.settings?.allowGuests,
  };
}

/**
 * Applies live updates to the list: a room reported live is newer than the list, and a room that is gone is left out.
 */
export function withLiveUpdates(
  listed: readonly LobbyRoom[],
  live: ReadonlyMap<string, LobbyRoom>,
  gone: ReadonlySet<string>,
): readonly LobbyRoom[] {
  const rooms = new Map(listed.filter(({ id }) => !gone.has(id)).map((room) => [room.id, room]));
  for (const [id, room] of live) rooms.set(id, room);
  return [...rooms.values()];
}

/** The rooms that match the filters, sorted. */
export function matchingRooms(rooms: readonly LobbyRoom[], view: LobbyView): readonly LobbyRoom[] {
  const query = searchableText(view.search.trim());
  return rooms
    .filter(
      (room) =>
        (view.type === 'all' || room.type === view.type) &&
        !(view.withoutPassword && room.hasPassword) &&
        !(view.withPeople && room.users === 0) &&
        (searchableText(room.name).includes(query) || searchableText(room.ownerName).includes(query)),
    )
    .toSorted(orders[view.sort]);
}

/** More would push the other rooms off the screen. */
const mostRecent = 6;

/** Those of the listed rooms that somebody was in last, the latest first. @param remembered the latest first. */
export function recentAmong(
  rooms: readonly LobbyRoom[],
  remembered: readonly { readonly roomId: string }[],
): readonly LobbyRoom[] {
  const byId = new Map(rooms.map((room) => [room.id, room]));
  return remembered.flatMap(({ roomId }) => byId.get(roomId) ?? []).slice(0, mostRecent);
}

type Order = (a: LobbyRoom, b: LobbyRoom) => number;
const byActivity: Order = (a, b) => b.activeAtMs - a.activeAtMs || (a.id < b.id ? -1 : 1);
const byName: Order = (a, b) => a.name.localeCompare(b.name) || byActivity(a, b);
const byPeople: Order = (a, b) => b.users - a.users || byActivity(a, b);
const orders: Readonly<Record<LobbyView['sort'], Order>> = { activity: byActivity, people: byPeople, name: byName };

/** Where the lobby shows a room: among those with people, or among the empty ones; a new one moves up when it fills. */
export type Place = 'occupied' | 'empty' | 'new';

/**
 * The same rooms in the same order, as they are now; one that is gone stays as it was.
 * @param before the rooms on screen.
 * @param now all rooms.
 */
export function heldRooms(before: readonly LobbyRoom[], now: readonly LobbyRoom[]): readonly LobbyRoom[] {
  const byId = new Map(now.map((room) => [room.id, room]));
  return before.map((room) => byId.get(room.id) ?? room);
}

/**
 * Divides rooms into those with people, which come first, and empty ones. A room stays where it was first shown, so that none
 * moves away under a finger; only one that was opened meanwhile moves up with its first player.
 * @param places by id; rooms that are not there yet are added.
 * @param isFirst true for the first list on screen.
 * @param isHeld true if nothing may move now.
 */
export function byOccupancy(
  places: Map<string, Place>,
  rooms: readonly LobbyRoom[],
  { isFirst, isHeld }: { readonly isFirst: boolean; readonly isHeld: boolean },
): { readonly occupied: readonly LobbyRoom[]; readonly empty: readonly LobbyRoom[] } {
  for (const { id, users } of isHeld ? [] : rooms) {
    const place = places.get(id) ?? 'new';
    if (place === 'new') places.set(id, users > 0 ? 'occupied' : isFirst ? 'empty' : 'new');
  }
  const isOccupied = ({ id }: LobbyRoom) => places.get(id) === 'occupied';
  return { occupied: rooms.filter(isOccupied), empty: rooms.filter((room) => !isOccupied(room)) };
}

/**
 * Keeps rooms in place while they are on screen, so that none moves away under a finger: known rooms keep their order,
 * and new ones come first.
 * @param before ids in the order on screen.
 * @param sorted the rooms in their new order.
 */
export function inStableOrder(before: readonly string[], sorted: readonly LobbyRoom[]): readonly LobbyRoom[] {
  const places = new Map(before.map((id, place) => [id, place]));
  const [known, added] = [sorted.filter(({ id }) => places.has(id)), sorted.filter(({ id }) => !places.has(id))];
  known.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  return [...added, ...known];
}
