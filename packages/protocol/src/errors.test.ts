import { describe, expect, test } from 'vitest';
import { afterClose, closeCodes } from './close-codes.ts';
import { errorCodes, errorTraits, isErrorCode, RoomtoneError, validationError } from './errors.ts';
import { issues } from './issues.ts';

describe('S8.4: error codes', () => {
  test('map to the HTTP status of REST', () => {
    expect(Object.fromEntries(errorCodes.map((code) => [code, errorTraits[code].status]))).toEqual({
      VALIDATION_ERROR: 400,
      AUTHENTICATION_ERROR: 401,
      AUTHORIZATION_ERROR: 403,
      RESOURCE_NOT_FOUND: 404,
      ROOM_NOT_FOUND: 404,
      RATE_LIMIT_EXCEEDED: 429,
      SERVER_ERROR: 500,
    });
    expect(Object.keys(errorTraits).sort()).toEqual([...errorCodes].sort());
  });

  test('are retryable only if time alone can help', () => {
    expect(errorCodes.filter((code) => errorTraits[code].retry)).toEqual(['RATE_LIMIT_EXCEEDED', 'SERVER_ERROR']);
  });

  test('are distinguished from any other text', () => {
    expect(errorCodes.every(isErrorCode)).toBe(true);
    for (const other of ['', 'validation_error', 'toString', '__proto__', undefined, 400]) {
      expect(isErrorCode(other)).toBe(false);
    }
  });
});

describe('a validation error', () => {
  test('repeats the first problem at the top level', () => {
    const errors = [
      { field: 'room_name', ...issues.empty },
      { field: 'max_users', ...issues.atLeast(1) },
    ];
    const error = validationError(errors);
    expect(error).toBeInstanceOf(RoomtoneError);
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toBe('room_name must not be empty');
    expect(error.details).toEqual({ field: 'room_name', code: 'empty', issue: 'must not be empty', errors });
  });

  test('uses the code "invalid" for a problem without a code', () => {
    expect(validationError([{ field: 'url', issue: 'is odd' }]).details).toMatchObject({ code: 'invalid' });
  });

  test('has a message even without a problem', () => {
    expect(validationError([]).message).toBe('is not valid');
  });
});

describe('R8.17: close codes', () => {
  test('have the numbers of the contract', () => {
    expect(Object.values(closeCodes).sort()).toEqual([
      1000, 1001, 1003, 1006, 1009, 4400, 4401, 4403, 4408, 4409, 4429,
    ]);
  });

  test.each([
    [1006, 'resume'],
    [4408, 'resume'],
    [4429, 'resume'],
    [1003, 'reconnect'],
    [1009, 'reconnect'],
    [4400, 'reconnect'],
    [1001, 'reconnect'],
    [1000, 'stop'],
    [4401, 'stop'],
    [4403, 'stop'],
    [4409, 'stop'],
  ])('%i: %s', (code, what) => {
    expect(afterClose(code)).toBe(what);
  });

  test('that are unknown count as a lost socket', () => {
    for (const code of [1005, 1011, 1012, 4000, 4999]) expect(afterClose(code)).toBe('resume');
  });

  test('all have an answer for the client', () => {
    const known = Object.values(closeCodes).map(afterClose);
    expect(known.every((what) => ['resume', 'reconnect', 'stop'].includes(what))).toBe(true);
  });
});
