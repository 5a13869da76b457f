import { RoomtoneClient, type StoredTokens } from '@roomtone/sdk';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startAnotherServer } from '../../../testing/another-server.ts';
import { type RunningServer, startServer } from '../../../testing/running-server.ts';
import { next, password } from './on-server.ts';

let server: RunningServer;
let fingerprint: string;

beforeAll(async () => {
  server = await startServer({ ROOMTONE_TLS: 'auto', ROOMTONE_EMAIL: 'optional' });
  fingerprint = server.fingerprint ?? expect.fail('the server has no fingerprint');
});
afterAll(() => server?.stop());

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('R16.7: a server with the pinned key is used by REST and WebSocket without any certificate authority', async () => {
  const player = new RoomtoneClient({ baseUrl: server.url, fingerprint });
  await player.register({ username: 'ada', password });
  expect((await player.account.uploadAvatar(new Blob([picture]))).avatarUrl).toMatch(/^\/avatars\//);
  const playing = await player.createRoom({ roomName: 'Loft' });
  onTestFinished(() => playing.close());
  const { roomId } = playing.info;
  const listening = await new RoomtoneClient({ baseUrl: server.url, fingerprint }).joinRoom(roomId);
  onTestFinished(() => listening.close());
  const heard = next(listening, 'notes');
  expect(playing.noteOn(60, 100)).toEqual({ sent: true });
  expect([...(await heard).data]).toEqual([0x90, 60, 100]);
  // A body where others have none.
  await player.account.delete(password);
  expect(player.user).toBeUndefined();
});

test('R16.7: a server with another key gets nothing: no request, no token, no ticket', async () => {
  const another = await startAnotherServer();
  onTestFinished(() => another.stop());
  const tokens: StoredTokens = { refreshToken: 'the secret of a sign-in', userId: 'u' };
  const client = new RoomtoneClient({
    baseUrl: another.url,
    fingerprint,
    tokenStore: { load: async () => tokens, save: async () => {}, clear: () => expect.fail('nothing must be deleted') },
  });
  const wrongKey = { name: 'ConnectionError', reason: 'wrongKey' };
  await expect(client.restore()).rejects.toMatchObject(wrongKey);
  await expect(client.login({ username: 'ada', password })).rejects.toMatchObject(wrongKey);
  await expect(client.joinRoom('some-room-0123456789')).rejects.toMatchObject(wrongKey);
  expect(another.visits).toBe(3);
  expect(another.receivedBytes).toBe(0);
});

test('R16.7: an open room stops instead of retrying when another key suddenly answers at its address', async () => {
  const own = await startServer({ ROOMTONE_TLS: 'auto' });
  const client = new RoomtoneClient({ baseUrl: own.url, fingerprint: own.fingerprint });
  await client.register({ username: 'grace', email: 'grace@example.org', password });
  const room = await client.createRoom({ roomName: 'Loft' });
  const closed = new Promise((resolve) => {
    room.on('state', (state) => {
      if (state.status === 'closed') resolve(state.reason);
    });
  });
  await own.stop();
  const another = await startAnotherServer({ port: Number(new URL(own.url).port) });
  onTestFinished(() => another.stop());
  expect(await closed).toMatchObject({ kind: 'failed', error: { reason: 'wrongKey' } });
  expect(another.receivedBytes).toBe(0);
});

test('R16.7: an invalid key, or a key with plain http, is refused immediately', () => {
  const withKey = (baseUrl: string, key: string) => () => new RoomtoneClient({ baseUrl, fingerprint: key });
  expect(withKey('https://a.local', 'short')).toThrow(TypeError);
  expect(withKey('http://a.local', fingerprint)).toThrow(TypeError);
});
