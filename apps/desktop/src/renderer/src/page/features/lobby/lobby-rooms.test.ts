import { describe, expect, it } from 'vitest';
import {
  byOccupancy,
  heldRooms,
  inStableOrder,
  type LobbyRoom,
  type LobbyView,
  matchingRooms,
  type Place,
  recentAmong,
  withLiveUpdates,
} from './lobby-rooms.ts';

const room = (id: string, more: Partial<LobbyRoom> = {}): LobbyRoom => ({
  id,
  name: id,
  ownerId: 'u',
  ownerName: 'Jonas',
  type: 'public',
  users: 0,
  maxUsers: 8,
  hasPassword: false,
  activeAtMs: 0,
  life: undefined,
  allowsGuests: true,
  ...more,
});
const all: LobbyView = { search: '', type: 'all', withoutPassword: false, withPeople: false, sort: 'activity' };
const ids = (rooms: readonly LobbyRoom[]) => rooms.map(({ id }) => id);

describe('the rooms of the lobby', () => {
  const rooms = [
    room('jam', { name: 'Jam in D dorian', ownerName: 'Ifeoma', users: 3, activeAtMs: 5 }),
    room('etude', { name: 'Étude club', activeAtMs: 9, hasPassword: true }),
    room('lounge', { name: 'Lounge', type: 'pro', users: 7, activeAtMs: 1 }),
  ];
  const found = (view: Partial<LobbyView>) => ids(matchingRooms(rooms, { ...all, ...view }));

  it('S18.8: are sorted by latest activity, or as the user chooses', () => {
    expect(found({})).toEqual(['etude', 'jam', 'lounge']);
    expect(found({ sort: 'people' })).toEqual(['lounge', 'jam', 'etude']);
    expect(found({ sort: 'name' })).toEqual(['etude', 'jam', 'lounge']);
  });

  it('start with six that the user was in last, the latest first', () => {
    const remembered = ['lounge', 'private', 'jam'].map((roomId) => ({ roomId }));
    expect(ids(recentAmong(rooms, remembered))).toEqual(['lounge', 'jam']);
    const many = Array.from({ length: 9 }, (_, index) => room(`room ${index}`));
    expect(ids(recentAmong(many, many.map(({ id }) => ({ roomId: id })).reverse()))).toHaveLength(6);
  });

  it('are found by name and owner, ignoring case and accents', () => {
    expect(found({ search: ' etude' })).toEqual(['etude']);
    expect(found({ search: 'IFEO' })).toEqual(['jam']);
    expect(found({ search: 'j' })).toEqual(['etude', 'jam', 'lounge']);
    expect(found({ search: 'polka' })).toEqual([]);
  });

  it('are filtered by type, password and participants', () => {
    expect(found({ type: 'pro' })).toEqual(['lounge']);
    expect(found({ withoutPassword: true })).toEqual(['jam', 'lounge']);
    expect(found({ withPeople: true, type: 'public' })).toEqual(['jam']);
  });

  it('R11.2, R11.3: are as the lobby last reported them, without those that are gone', () => {
    const live = new Map([
      ['jam', room('jam', { users: 4 })],
      ['new', room('new')],
    ]);
    const merged = withLiveUpdates(rooms, live, new Set(['etude']));
    expect(ids(merged)).toEqual(['jam', 'lounge', 'new']);
    expect(merged[0]?.users).toBe(4);
  });

  it('keep their places while they are on screen', () => {
    const sorted = [room('c'), room('new'), room('a')];
    expect(ids(inStableOrder(['a', 'b', 'c'], sorted))).toEqual(['new', 'a', 'c']);
    expect(ids(inStableOrder([], sorted))).toEqual(['c', 'new', 'a']);
  });

  it('stay as they are while a menu is open, with what is new about them', () => {
    const held = heldRooms([room('a'), room('gone')], [room('new'), room('a', { users: 2 })]);
    expect(held.map(({ id, users }) => [id, users])).toEqual([
      ['a', 2],
      ['gone', 0],
    ]);
  });
});

it('rooms with people come first, and a room stays where it was first shown, but a new one moves up when it fills', () => {
  const places = new Map<string, Place>();
  const divided = (rooms: readonly LobbyRoom[], isFirst = false, isHeld = false) => {
    const { occupied, empty } = byOccupancy(places, rooms, { isFirst, isHeld });
    return [ids(occupied), ids(empty)];
  };
  const occupied = (id: string) => room(id, { users: 1 });
  expect(divided([room('a'), occupied('b')], true)).toEqual([['b'], ['a']]);
  expect(divided([room('c'), occupied('d'), occupied('a'), room('b')])).toEqual([
    ['d', 'b'],
    ['c', 'a'],
  ]);
  // A menu is open.
  expect(divided([occupied('c'), room('d'), room('a'), room('b')], false, true)).toEqual([
    ['d', 'b'],
    ['c', 'a'],
  ]);
  expect(divided([occupied('c'), room('d'), room('a'), room('b')])).toEqual([['c', 'd', 'b'], ['a']]);
});
