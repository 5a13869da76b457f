import { closeCodes, errorCodes, RoomtoneError } from '@roomtone/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConnectionProblem } from '../errors.ts';
import { askedDelayMs, closedError, type LinkEnd, reconnectDelayMs, whyStop } from './reconnect-policy.ts';

const first = { everJoined: false, creating: false, fullInARow: 0 };
const later = { everJoined: true, creating: false, fullInARow: 0 };

function refusal(code: (typeof errorCodes)[number], details = {}): LinkEnd {
  return { kind: 'failed', error: new RoomtoneError(code, 'No.', details) };
}

function closed(code: number): LinkEnd {
  return { kind: 'closed', code };
}

describe('how long to wait', () => {
  test('the first retry comes within 250 ms, none after more than 10 s', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, random) => {
          const delayMs = reconnectDelayMs(attempt, random);
          expect(delayMs).toBeGreaterThanOrEqual(0);
          expect(delayMs).toBeLessThanOrEqual(attempt === 1 ? 250 : 10_000);
        },
      ),
      { seed: 7 },
    );
  });

  test('the cap doubles', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => reconnectDelayMs(attempt, 0.5))).toEqual([
      125, 250, 500, 1_000, 2_000, 4_000, 5_000, 5_000,
    ]);
  });

  test('a rate limit is waited for, at most a minute, whether reset is a number or text', () => {
    expect(askedDelayMs(refusal('RATE_LIMIT_EXCEEDED', { reset: 1_010 }), 1_000_000)).toBe(10_000);
    expect(askedDelayMs(refusal('RATE_LIMIT_EXCEEDED', { reset: '1010' }), 1_000_000)).toBe(10_000);
    expect(askedDelayMs(refusal('RATE_LIMIT_EXCEEDED', { reset: 9_999 }), 1_000_000)).toBe(60_000);
    expect(askedDelayMs(refusal('RATE_LIMIT_EXCEEDED'), 1_000_000)).toBe(0);
    expect(askedDelayMs(closed(1006), 1_000_000)).toBe(0);
  });
});

describe('whether to try again', () => {
  test('R16.7: where another key answers it does not, whatever was before', () => {
    const end: LinkEnd = { kind: 'failed', error: new ConnectionProblem('wrong-key', 'Another server.') };
    for (const history of [first, later]) expect(whyStop(end, history)).toMatchObject({ kind: 'refused' });
  });

  test.each([1001, 1003, 1006, 1009, 1011, 4400, 4408, 4429])('after close code %i it does', (code) => {
    expect(whyStop(closed(code), first)).toBeUndefined();
    expect(whyStop(closed(code), later)).toBeUndefined();
  });

  test.each([
    [closeCodes.normal, 'left'],
    [closeCodes.sessionEnded, 'session-ended'],
    [closeCodes.putOff, 'put-off'],
    [closeCodes.resumedElsewhere, 'taken-over'],
  ])('after close code %i it does not: %s', (code, kind) => {
    expect(whyStop(closed(code), later)).toEqual({ kind });
  });

  test('an unreachable server is tried again from the start', () => {
    const end: LinkEnd = { kind: 'failed', error: new ConnectionProblem('unreachable', 'Gone.') };
    expect(whyStop(end, first)).toBeUndefined();
    expect(whyStop(end, later)).toBeUndefined();
  });

  test.each(errorCodes)('before the first success %s is final', (code) => {
    const kind = code === 'AUTHENTICATION_ERROR' ? 'session-ended' : 'refused';
    expect(whyStop(refusal(code), first)?.kind).toBe(kind);
  });

  test('after the first success only what may heal is tried again', () => {
    const healing = errorCodes.filter((code) => whyStop(refusal(code), later) === undefined);
    expect(healing).toEqual(['RATE_LIMIT_EXCEEDED', 'SERVER_ERROR']);
  });

  test('a full room is tried a few times by whoever was inside', () => {
    const full = refusal('AUTHORIZATION_ERROR', { reason: 'full' });
    expect(whyStop(full, { ...first, fullInARow: 1 })?.kind).toBe('refused');
    expect(whyStop(full, { ...later, fullInARow: 5 })).toBeUndefined();
    expect(whyStop(full, { ...later, fullInARow: 6 })?.kind).toBe('refused');
    expect(whyStop(refusal('AUTHORIZATION_ERROR', { reason: 'banned' }), { ...later, fullInARow: 0 })?.kind).toBe(
      'refused',
    );
  });

  test('a room that may or may not have been made is not made again', () => {
    const reason = whyStop(closed(1006), { ...first, creating: true });
    expect(reason).toMatchObject({ kind: 'refused', error: { kind: 'unconfirmed' } });
  });
});

test('who waited hears the refusal itself, or that the session or the connection is over', () => {
  const error = new RoomtoneError('ROOM_NOT_FOUND', 'No such room.');
  expect(closedError({ kind: 'refused', error })).toBe(error);
  expect(closedError({ kind: 'session-ended' }).code).toBe('AUTHENTICATION_ERROR');
  expect(closedError({ kind: 'left' })).toBeInstanceOf(ConnectionProblem);
});
