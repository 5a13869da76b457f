import { RoomtoneError } from '@roomtone/sdk';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { destinationFrom, explain, UsageError } from './program.ts';

const values = { server: 'http://127.0.0.1:7420', room: 'r', user: undefined, 'password-stdin': false };

afterEach(() => vi.unstubAllEnvs());

describe('the server, room and account to use', () => {
  test('are a guest or a new account unless a user is given', async () => {
    expect(await destinationFrom(values)).toEqual({ server: 'http://127.0.0.1:7420', roomId: 'r' });
  });

  test('take secrets from the environment', async () => {
    vi.stubEnv('ROOMTONE_PASSWORD', 'one');
    vi.stubEnv('ROOMTONE_ROOM_PASSWORD', 'two');
    expect(await destinationFrom({ ...values, user: 'ada' })).toMatchObject({
      roomPassword: 'two',
      account: { username: 'ada', password: 'one' },
    });
  });

  test.each([
    ['no room', { ...values, room: undefined }, '--room is missing'],
    ['an address without a protocol', { ...values, server: 'localhost:7420' }, '--server must be'],
    ['another protocol', { ...values, server: 'ftp://host' }, '--server must be'],
    ['a user without a password', { ...values, user: 'ada' }, '--user needs a password'],
    ['a password without a user', { ...values, 'password-stdin': true }, '--password-stdin needs --user'],
  ])('are refused with a message: %s', async (_name, given, words) => {
    vi.stubEnv('ROOMTONE_PASSWORD', '');
    await expect(destinationFrom(given)).rejects.toThrow(words);
    await expect(destinationFrom(given)).rejects.toBeInstanceOf(UsageError);
  });
});

describe('error messages', () => {
  test.each([
    [new RoomtoneError('AUTHORIZATION_ERROR', 'No.', { reason: 'password' }), 'ROOMTONE_ROOM_PASSWORD'],
    [new RoomtoneError('RATE_LIMIT_EXCEEDED', 'No.', { dropped: 17 }), 'dropped 17 events'],
    [new RoomtoneError('ROOM_NOT_FOUND', 'There is no such room.'), 'There is no such room.'],
    [new Error('plain'), 'plain'],
    ['text', 'text'],
  ])('%s', (error, words) => {
    expect(explain(error)).toContain(words);
  });
});
