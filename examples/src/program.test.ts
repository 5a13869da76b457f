import { RoomtoneError } from '@roomtone/sdk';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { explain, UsageError, visitFrom } from './program.ts';

const values = { server: 'http://127.0.0.1:7420', room: 'r', user: undefined, 'password-stdin': false };

afterEach(() => vi.unstubAllEnvs());

describe('where to go and as whom', () => {
  test('is a guest or a new account unless a user is given', async () => {
    expect(await visitFrom(values)).toEqual({ server: 'http://127.0.0.1:7420', roomId: 'r' });
  });

  test('takes secrets from the environment', async () => {
    vi.stubEnv('ROOMTONE_PASSWORD', 'one');
    vi.stubEnv('ROOMTONE_ROOM_PASSWORD', 'two');
    expect(await visitFrom({ ...values, user: 'ada' })).toMatchObject({
      roomPassword: 'two',
      account: { username: 'ada', password: 'one' },
    });
  });

  test.each([
    ['no room', { ...values, room: undefined }, '--room is missing'],
    ['no address', { ...values, server: 'localhost:7420' }, '--server must be'],
    ['another protocol', { ...values, server: 'ftp://host' }, '--server must be'],
    ['a user without a password', { ...values, user: 'ada' }, '--user needs a password'],
    ['a password without a user', { ...values, 'password-stdin': true }, '--password-stdin needs --user'],
  ])('is refused with words: %s', async (_name, given, words) => {
    vi.stubEnv('ROOMTONE_PASSWORD', '');
    await expect(visitFrom(given)).rejects.toThrow(words);
    await expect(visitFrom(given)).rejects.toBeInstanceOf(UsageError);
  });
});

describe('errors in words', () => {
  test.each([
    [new RoomtoneError('AUTHORIZATION_ERROR', 'No.', { reason: 'password' }), 'ROOMTONE_ROOM_PASSWORD'],
    [new RoomtoneError('RATE_LIMIT_EXCEEDED', 'No.', { dropped: '17' }), 'dropped 17 events'],
    [new RoomtoneError('ROOM_NOT_FOUND', 'There is no such room.'), 'There is no such room.'],
    [new Error('plain'), 'plain'],
    ['text', 'text'],
  ])('%s', (error, words) => {
    expect(explain(error)).toContain(words);
  });
});
