import { Writable } from 'node:stream';
import { RoomtoneClient } from '@roomtone/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type RunningServer, startServer } from '../../src/composition/start.ts';
import { readConfig } from '../../src/config/config.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const logLines: string[] = [];
const logTo = new Writable({
  write(chunk, _encoding, done) {
    logLines.push(String(chunk));
    done();
  },
});

async function start(env: Readonly<Record<string, string>>): Promise<RunningServer> {
  const { config, secrets } = readConfig({ ROOMTONE_ANNOUNCE: 'off', ROOMTONE_EMAIL: 'optional', ...env });
  return startServer(config, secrets, {
    servedFrom: '/nowhere',
    usage: () => ({ cpuUs: 0, memoryBytes: 1024 }),
    memoryLimitBytes: 0,
    onFailure: (error) => {
      throw error;
    },
    logTo,
  });
}

test('R16.10: a program opens its server to the network and closes it again with the same port and data, and participants reconnect', async () => {
  const home = { ROOMTONE_DATA_DIR: temporaryDirectory(), ROOMTONE_NAME: 'Ada’s studio' };
  let server = await start({ ...home, ROOMTONE_PORT: '0' });
  onTestFinished(() => server.stop());
  const port = new URL(server.url).port;
  expect(server).toMatchObject({ localUrl: server.url, networkUrls: [], fingerprint: undefined, name: 'Ada’s studio' });

  const local = await server.localProfile.openSession('ada');
  const client = new RoomtoneClient({
    baseUrl: server.localUrl,
    tokenStore: { load: async () => local, save: async () => {}, clear: async () => {} },
  });
  await client.restore();
  expect(client.user?.roles).toContain('admin');
  const room = await client.createRoom({ roomName: 'Kitchen' });
  onTestFinished(() => room.close());
  const { roomId } = room.info;
  expect(server.status().people).toMatchObject([
    { userId: local.userId, username: 'ada', room: { roomId, roomName: 'Kitchen' }, place: 'here' },
  ]);

  await server.stop();
  server = await start({ ...home, ROOMTONE_PORT: port, ROOMTONE_HOST: '0.0.0.0', ROOMTONE_REGISTRATION: 'closed' });
  expect([server.url, server.localUrl]).toEqual([`https://127.0.0.1:${port}`, `http://127.0.0.1:${port}`]);
  const fingerprint = server.fingerprint ?? expect.fail('there is no key');
  // The client uses the address from before, because programs on this machine need no certificate.
  await vi.waitUntil(() => server.status().people.some((person) => person.room?.roomId === roomId), {
    timeout: 30_000,
  });
  expect(await client.server()).toMatchObject({ name: 'Ada’s studio', fingerprint, registration: 'closed' });
  expect(server.status()).toMatchObject({ cpu: '0.0%', memory: expect.stringMatching(/^\d+\.\d%$/) });

  await server.stop();
  server = await start({ ...home, ROOMTONE_PORT: port });
  await vi.waitUntil(() => server.status().people.some((person) => person.room?.roomId === roomId), {
    timeout: 30_000,
  });
  expect(await client.server()).toMatchObject({ fingerprint: '', registration: 'open', email: 'optional' });
  expect(logLines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ msg: 'connected' }));
});

test('R16.10: a port that is in use is reported as such, and nothing is left behind', async () => {
  const first = await start({ ROOMTONE_DATA_DIR: temporaryDirectory(), ROOMTONE_PORT: '0' });
  const home = { ROOMTONE_DATA_DIR: temporaryDirectory() };
  await expect(start({ ...home, ROOMTONE_PORT: new URL(first.url).port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  await first.stop();
  const second = await start({ ...home, ROOMTONE_PORT: '0' });
  await second.stop();
});
