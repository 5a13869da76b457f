import { beforeEach, expect, test } from 'vitest';
import { forgetRoom, rememberRoom, useRecentRooms } from './recent-rooms.ts';

const room = (roomId: string, userId = 'ada') => ({ userId, roomId, name: roomId, ownerName: 'Bo' });
const ids = () => useRecentRooms.getState().rooms.map(({ roomId, userId }) => `${userId} ${roomId}`);

beforeEach(() => useRecentRooms.setState({ rooms: [] }));

test('rooms are remembered once for each user, the latest first, thirty at most, until they are forgotten', () => {
  for (const each of [room('loft'), room('cellar'), room('loft', 'bo'), { ...room('loft'), name: 'The loft' }]) {
    rememberRoom(each);
  }
  expect(ids()).toEqual(['ada loft', 'bo loft', 'ada cellar']);
  expect(useRecentRooms.getState().rooms[0]?.name).toBe('The loft');
  forgetRoom(room('loft'));
  expect(ids()).toEqual(['bo loft', 'ada cellar']);
  for (let number = 0; number < 40; number++) rememberRoom(room(`room ${number}`));
  expect(ids()).toHaveLength(30);
  expect(ids()[0]).toBe('ada room 39');
});
