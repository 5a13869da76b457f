import { describe, expect, test } from 'vitest';
import { destinationFrom, withRoom } from './destination.ts';
import { UsageError } from './explain.ts';

const key = 'k'.repeat(43);
const roomId = 'r'.repeat(22);
const usual = { baseUrl: 'https://music.example.org', fingerprint: key };

describe('where a command goes', () => {
  test('an invitation names server, key and room', () => {
    const link = `https://192.0.2.5:7420/rooms/${roomId}#key=${key}`;
    expect(destinationFrom(link, {}, usual)).toEqual({ baseUrl: 'https://192.0.2.5:7420', fingerprint: key, roomId });
    const app = `roomtone://join?at=192.0.2.5:7420&room=${roomId}&key=${key}`;
    expect(destinationFrom(app, {}, undefined)).toEqual(destinationFrom(link, {}, undefined));
  });

  test('further addresses and the token of an invitation go along', () => {
    const token = 't'.repeat(43);
    const link = `https://192.0.2.5:7420/rooms/${roomId}#at=198.51.100.7:7420&key=${key}&token=${token}`;
    expect(destinationFrom(link, {}, undefined)).toMatchObject({
      ...{ otherAddresses: ['https://198.51.100.7:7420'], invitation: token },
    });
  });

  test('a room alone is one of the server of the last sign-in, or of --server', () => {
    expect(destinationFrom(roomId, {}, usual)).toEqual({ ...usual, roomId });
    const server = 'http://127.0.0.1:7420';
    expect(destinationFrom(roomId, { server }, usual)).toEqual({ baseUrl: server, fingerprint: undefined, roomId });
    expect(destinationFrom(undefined, {}, undefined)).toMatchObject({ baseUrl: server, roomId: undefined });
  });

  test('a key that is known is used for its own server only, and --fingerprint wins', () => {
    expect(destinationFrom(usual.baseUrl, {}, usual).fingerprint).toBe(key);
    expect(destinationFrom('https://other.example.org', {}, usual).fingerprint).toBeUndefined();
    const other = 'o'.repeat(43);
    expect(destinationFrom(usual.baseUrl, { fingerprint: other }, usual).fingerprint).toBe(other);
  });

  test('what cannot be meant is a wrong usage', () => {
    const wrong = [
      () => destinationFrom('ftp://music.example.org', {}, undefined),
      () => destinationFrom(usual.baseUrl, { server: usual.baseUrl }, undefined),
      () => destinationFrom(usual.baseUrl, { fingerprint: 'short' }, undefined),
      () => destinationFrom('http://127.0.0.1:7420', { fingerprint: key }, undefined),
      () => withRoom(destinationFrom(usual.baseUrl, {}, undefined)),
    ];
    for (const each of wrong) expect(each).toThrow(UsageError);
  });
});
