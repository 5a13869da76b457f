import { closeCodes, errorCodes, RoomtoneError } from '@roomtone/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConnectionError } from '../errors.ts';
import { askedDelayMs, closedError, reconnectDelayMs, type SocketEnd, whyStop } from './reconnect-policy.ts';

const first = { everJoined: false, creating: false, fullInARow: 0 };
const later = { everJoined: true, creating: false, fullInARow: 0 };

function refusal(code: (typeof errorCodes)[number], details = {}): SocketEnd {
  return { kind: 'failed', error: new RoomtoneError(code, 'No.', details) };
}

function closed(code: number): SocketEnd {
  return { kind: 'closed', code };
}

describe('the delay before a retry', () => {
  test('is at most 250 ms for the first one and never more than 10 s', () => {
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

  test('has a cap that doubles', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => reconnectDelayMs(attempt, 0.5))).toEqual([
      125, 250, 500, 1_000, 2_000, 4_000, 5_000, 5_000,
    ]);
  });

  test('waits for a rate limit, at most a minute', () => {
    expect(askedDelayMs(refusal('RATE_LIMIT_EXCEEDED', { reset: 1_010 }), 1_000_000)).toBe(10_000);
    expect(askedDelayMs(refusal('RATE_LIMIT_EXCEEDED', { reset: 9_999 }), 1_000_000)).toBe(60_000);
    expect(askedDelayMs(refusal('RATE_LIMIT_EXCEEDED'), 1_000_000)).toBe(0);
    expect(askedDelayMs(closed(1006), 1_000_000)).toBe(0);
  });
});

describe('the decision to retry', () => {
  test('R16.7: no retry where another key answers or a certificate is not trusted, whatever happened before', () => {
    for (const reason of ['wrongKey', 'untrusted'] as const) {
      const end: SocketEnd = { kind: 'failed', error: new ConnectionError(reason, 'Another server.') };
      for (const history of [first, later]) expect(whyStop(end, history)).toMatchObject({ kind: 'failed' });
    }
  });

  test('no retry where the server does not allow the page, unless it did before', () => {
    const end: SocketEnd = { kind: 'failed', error: new ConnectionError('blocked', 'Not this page.') };
    expect(whyStop(end, first)).toMatchObject({ kind: 'failed', error: { reason: 'blocked' } });
    expect(whyStop(end, later)).toBeUndefined();
  });

  test.each([1001, 1003, 1006, 1009, 1011, 4400, 4408, 4429])('retry after close code %i', (code) => {
    expect(whyStop(closed(code), first)).toBeUndefined();
    expect(whyStop(closed(code), later)).toBeUndefined();
  });

  test.each([
    [closeCodes.normal, 'left'],
    [closeCodes.sessionEnded, 'sessionEnded'],
    [closeCodes.forcedSignOut, 'forcedSignOut'],
    [closeCodes.resumedElsewhere, 'takenOver'],
  ])('no retry after close code %i: %s', (code, kind) => {
    expect(whyStop(closed(code), later)).toEqual({ kind });
  });

  test('retry if the server is unreachable from the start', () => {
    const end: SocketEnd = { kind: 'failed', error: new ConnectionError('unreachable', 'Gone.') };
    expect(whyStop(end, first)).toBeUndefined();
    expect(whyStop(end, later)).toBeUndefined();
  });

  test.each(errorCodes)('no retry for %s before the first success', (code) => {
    const kind = code === 'AUTHENTICATION_ERROR' ? 'sessionEnded' : 'refused';
    expect(whyStop(refusal(code), first)?.kind).toBe(kind);
  });

  test('after the first success, retry only after errors that may pass', () => {
    const retried = errorCodes.filter((code) => whyStop(refusal(code), later) === undefined);
    expect(retried).toEqual(['RATE_LIMIT_EXCEEDED', 'SERVER_ERROR']);
  });

  test('a few retries for a full room that was joined before', () => {
    const full = refusal('AUTHORIZATION_ERROR', { reason: 'full' });
    expect(whyStop(full, { ...first, fullInARow: 1 })?.kind).toBe('refused');
    expect(whyStop(full, { ...later, fullInARow: 5 })).toBeUndefined();
    expect(whyStop(full, { ...later, fullInARow: 6 })?.kind).toBe('refused');
    expect(whyStop(refusal('AUTHORIZATION_ERROR', { reason: 'banned' }), { ...later, fullInARow: 0 })?.kind).toBe(
      'refused',
    );
  });

  test('no retry for a room that may or may not have been created', () => {
    const reason = whyStop(closed(1006), { ...first, creating: true });
    expect(reason).toMatchObject({ kind: 'failed', error: { reason: 'unconfirmed' } });
  });
});

test('a waiting promise rejects with the refusal, or because the session or the connection ended', () => {
  const error = new RoomtoneError('ROOM_NOT_FOUND', 'No such room.');
  expect(closedError({ kind: 'refused', error })).toBe(error);
  expect(closedError({ kind: 'sessionEnded' }).code).toBe('AUTHENTICATION_ERROR');
  expect(closedError({ kind: 'left' })).toBeInstanceOf(ConnectionError);
});
