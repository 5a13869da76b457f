import { expect, test } from 'vitest';
import { changesOf, creationOf, newRoomValues, updateOf } from './room-values.ts';

const typed = { ...newRoomValues, room_name: ' Trio ', max_users: '4' };

test('S18.5: a new room has no password if none is typed', () => {
  expect(creationOf(typed)).toEqual({
    room_name: 'Trio',
    room_type: 'public',
    max_users: 4,
    settings: { allow_chat: true, allow_guests: true, auto_moderation: false, welcome_message: '' },
  });
  expect(creationOf({ ...typed, password: ' lamp ' }).password).toBe(' lamp ');
});

test('S18.13: an update keeps the password, changes it or removes it, and never contains the type', () => {
  expect(updateOf(typed, false)).not.toHaveProperty('password');
  expect(updateOf(typed, false)).not.toHaveProperty('room_type');
  expect(updateOf({ ...typed, password: 'lamp' }, false).password).toBe('lamp');
  expect(updateOf({ ...typed, password: 'lamp' }, true).password).toBeNull();
});

test('S18.13: an update contains only what was changed here, because others may change the room, too', () => {
  expect(changesOf(typed, typed, false)).toEqual({});
  expect(changesOf({ ...typed, room_name: 'Duo', password: 'lamp' }, typed, false)).toEqual({
    room_name: 'Duo',
    password: 'lamp',
  });
  expect(changesOf({ ...typed, settings: { ...typed.settings, allow_chat: false } }, typed, true)).toEqual({
    password: null,
    settings: { allow_chat: false },
  });
});
