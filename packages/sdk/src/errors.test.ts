import { RoomtoneError } from '@roomtone/protocol';
import { describe, expect, test } from 'vitest';
import { ConnectionError, refusalOf } from './errors.ts';

describe('refusals', () => {
  test('have the same details whether they came over REST or the WebSocket', () => {
    const problem = { field: 'max_users', issue: 'must be at most 20', code: 'out_of_range' };
    const rest = refusalOf('VALIDATION_ERROR', 'No.', { ...problem, max: 20, errors: [{ ...problem, max: 20 }] });
    const frame = refusalOf('VALIDATION_ERROR', 'No.', { ...problem, field: 'maxUsers', max: '20' });
    expect(rest.details).toMatchObject({ field: 'maxUsers', max: 20, errors: [{ field: 'maxUsers', max: 20 }] });
    expect(frame.details).toMatchObject({ field: 'maxUsers', max: 20 });
    expect(refusalOf('RATE_LIMIT_EXCEEDED', 'No.', { limit: '5', reset: '1010', dropped: '2' }).details).toEqual({
      ...{ limit: 5, reset: 1_010, dropped: 2 },
    });
    expect(refusalOf('AUTHORIZATION_ERROR', 'No.', { required: 'owner,moderator' }).details).toEqual(
      refusalOf('AUTHORIZATION_ERROR', 'No.', { required: ['owner', 'moderator'] }).details,
    );
    expect(refusalOf('ROOM_NOT_FOUND', 'No.', { room_id: 'a' }).details).toEqual({ roomId: 'a' });
  });

  test('of an unknown code count as SERVER_ERROR', () => {
    expect(refusalOf('ODD', 'No.', {})).toMatchObject({ code: 'SERVER_ERROR', message: 'No.' });
  });

  test('say whether the same call may succeed later', () => {
    const { retryable } = new RoomtoneError('RATE_LIMIT_EXCEEDED', 'No.');
    expect([retryable, new RoomtoneError('ROOM_NOT_FOUND', 'No.').retryable]).toEqual([true, false]);
  });
});

test.each([
  ['unreachable', true],
  ['timeout', true],
  ['blocked', false],
  ['unconfirmed', false],
  ['aborted', false],
] as const)('a ConnectionError has a code of its own, and %s is retryable: %s', (reason, retryable) => {
  expect(new ConnectionError(reason, 'No.')).toMatchObject({ code: 'CONNECTION_ERROR', reason, retryable });
  expect(new ConnectionError(reason, 'No.')).not.toBeInstanceOf(RoomtoneError);
});
