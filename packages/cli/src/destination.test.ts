import { describe, expect, test } from 'vitest';
import { checkKey, destinationFrom, reachingSafely, withRoom } from './destination.ts';
import { UsageError } from './explain.ts';

const key = 'k'.repeat(43);
const roomId = 'r'.repeat(22);
const usual = { baseUrl: 'https://music.example.org', fingerprint: key };

describe('where a command goes', () => {
  test('an invitation names server, key and room', () => {
    const link = `https://192.0.2.5:7420/rooms/${roomId}#key=${key}`;
    expect(destinationFrom(link, { usual })).toEqual({ baseUrl: 'https://192.0.2.5:7420', fingerprint: key, roomId });
    const app = `roomtone://join?at=192.0.2.5:7420&room=${roomId}&key=${key}`;
    expect(destinationFrom(app, {})).toEqual(destinationFrom(link, {}));
  });

  test('further addresses and the token of an invitation go along', () => {
    const token = 't'.repeat(43);
    const link = `https://192.0.2.5:7420/rooms/${roomId}#at=198.51.100.7:7420&key=${key}&token=${token}`;
    expect(destinationFrom(link, {})).toMatchObject({
      ...{ otherAddresses: ['https://198.51.100.7:7420'], invitation: token },
    });
  });

  test('a room alone is one of the server of the last sign-in, or of --server', () => {
    expect(destinationFrom(roomId, { usual })).toEqual({ ...usual, roomId });
    const server = 'http://127.0.0.1:7420';
    expect(destinationFrom(roomId, { server, usual })).toEqual({ baseUrl: server, fingerprint: undefined, roomId });
    expect(destinationFrom(undefined, {})).toMatchObject({ baseUrl: server, roomId: undefined });
  });

  test('a key that is known is used for its own server only, and --fingerprint wins', () => {
    expect(destinationFrom(usual.baseUrl, { usual }).fingerprint).toBe(key);
    expect(destinationFrom('https://other.example.org', { usual }).fingerprint).toBeUndefined();
    const other = 'o'.repeat(43);
    expect(destinationFrom(usual.baseUrl, { fingerprint: other, usual }).fingerprint).toBe(other);
  });

  test('the name of a host alone means https there, and never another server', () => {
    const expected = [
      ['jam.example.net', 'https://jam.example.net'],
      ['jam.example.net:7420', 'https://jam.example.net:7420'],
      [`Jam.example.net/rooms/${roomId}`, 'https://jam.example.net'],
      ['203.0.113.9:7420', 'https://203.0.113.9:7420'],
      ['[2001:db8::1]:7420', 'https://[2001:db8::1]:7420'],
      ['piano', 'https://piano'],
      ['localhost:7420', 'http://localhost:7420'],
      ['127.0.0.1:7420', 'http://127.0.0.1:7420'],
      ['localhost.example.net', 'https://localhost.example.net'],
    ] as const;
    for (const [where, baseUrl] of expected) {
      expect(destinationFrom(where, { usual }).baseUrl).toBe(baseUrl);
      expect(destinationFrom(undefined, { server: where, usual }).baseUrl).toBe(baseUrl);
    }
    expect(destinationFrom(`jam.example.net/rooms/${roomId}`, {}).roomId).toBe(roomId);
    // Where no room can be meant, not even what looks like one leads to the server of the last sign-in.
    expect(destinationFrom('the-piano-in-the-attic', { usual, mayBeRoom: false })).toMatchObject({
      ...{ baseUrl: 'https://the-piano-in-the-attic', fingerprint: undefined, roomId: undefined },
    });
  });

  test('a password or token goes to further addresses only if a key proves whose they are', () => {
    const link = 'https://192.0.2.5:7420/#at=198.51.100.7:7420';
    expect(reachingSafely(destinationFrom(link, {})).otherAddresses).toBeUndefined();
    expect(reachingSafely(destinationFrom(`${link}&key=${key}`, {})).otherAddresses).toHaveLength(1);
    const kept = { baseUrl: 'https://192.0.2.5:7420', fingerprint: 'a'.repeat(43) };
    for (const each of [kept, { baseUrl: kept.baseUrl }]) {
      expect(() => checkKey(destinationFrom(`${link}&key=${key}`, {}), each)).toThrow('by another key');
      expect(() => checkKey(destinationFrom(link, { known: () => each }), each)).not.toThrow();
    }
  });

  test('what cannot be meant is a wrong usage', () => {
    const wrong = [
      () => destinationFrom('ftp://music.example.org', {}),
      () => destinationFrom(usual.baseUrl, { server: usual.baseUrl }),
      () => destinationFrom(usual.baseUrl, { fingerprint: 'short' }),
      () => destinationFrom('http://127.0.0.1:7420', { fingerprint: key }),
      () => destinationFrom('jam example', {}),
      () => destinationFrom('jam.example.net/about', {}),
      () => destinationFrom('ada:secret@jam.example.net', {}),
      () => withRoom(destinationFrom(usual.baseUrl, {})),
    ];
    for (const each of wrong) expect(each).toThrow(UsageError);
  });
});
