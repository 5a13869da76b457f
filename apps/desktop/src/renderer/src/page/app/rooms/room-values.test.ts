import { limits } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { changesOf, creationOf, newRoomValues, updateOf } from './room-values.ts';

const typed = { ...newRoomValues, roomName: ' Trio ', maxUsers: '4' };

test('S18.5: a new room has no password if none is typed', () => {
  expect(creationOf(typed)).toEqual({
    roomName: 'Trio',
    roomType: 'public',
    maxUsers: 4,
    settings: {
      ...{ allowChat: true, allowGuests: true, autoModeration: false, welcomeMessage: '' },
      ...{ mayPlay: 'everybody', turnPlayers: 1, turnSeconds: 0 },
      ...{ mayChat: 'everybody', maySetMetronome: 'moderators', mayLoop: 'everybody' },
      ...{ allowDirect: true, chatToWebhooks: false, mayTalk: 'everybody' },
    },
  });
  expect(creationOf({ ...typed, password: ' lamp ' }).password).toBe(' lamp ');
});

test('S18.5: a new room has as many places as one made without saying how many', () => {
  expect(creationOf(newRoomValues).maxUsers).toBe(limits.maxUsers.default);
});

test('S18.13: an update keeps the password, changes it or removes it, and never contains the type', () => {
  expect(updateOf(typed, false)).not.toHaveProperty('password');
  expect(updateOf(typed, false)).not.toHaveProperty('roomType');
  expect(updateOf({ ...typed, password: 'lamp' }, false).password).toBe('lamp');
  expect(updateOf({ ...typed, password: 'lamp' }, true).password).toBeNull();
});

test('S18.13: an update contains only what was changed here, because others may change the room, too', () => {
  expect(changesOf(typed, typed, false)).toEqual({});
  expect(changesOf({ ...typed, roomName: 'Duo', password: 'lamp' }, typed, false)).toEqual({
    roomName: 'Duo',
    password: 'lamp',
  });
  expect(changesOf({ ...typed, settings: { ...typed.settings, allowChat: false } }, typed, true)).toEqual({
    password: null,
    settings: { allowChat: false },
  });
});
