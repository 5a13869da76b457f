import { once } from 'node:events';
import { closeCodes } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { end, startServer } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

test.each(['SIGTERM', 'SIGINT'] as const)(
  'S1.5: %s closes every WebSocket with 1001 and ends with status 0',
  async (signal) => {
    const server = await startServer(temporaryDirectory());
    const sockets = await Promise.all([openWebSocket(server.url), openWebSocket(server.url)]);
    const codes = Promise.all(sockets.map((socket) => once(socket, 'close').then(([code]) => code)));
    expect(await end(server, signal)).toBe(0);
    expect(await codes).toEqual([closeCodes.shutdown, closeCodes.shutdown]);
  },
);

test('S1.7: SIGKILL loses nothing that was acknowledged', async () => {
  const dataDir = temporaryDirectory();
  const first = await startServer(dataDir);
  const accounts: { username: string; refreshToken: string }[] = [];
  const rooms: string[] = [];
  const enough = new Promise<void>((resolve) => {
    const act = async (index: number) => {
      const username = `user-${index}`;
      const account = await post(first.url, '/api/auth/register', registration(username));
      accounts.push({ username, refreshToken: account.refresh_token });
      for (let count = 0; count < 5; count++) {
        const room = await post(first.url, '/api/rooms', { room_name: username }, account.token);
        rooms.push(room.room_id);
        if (rooms.length === 40) resolve();
      }
    };
    // Requests in progress when the process is killed fail, as expected.
    for (let index = 0; index < 40; index++) act(index).catch(() => undefined);
  });
  await enough;
  await end(first, 'SIGKILL');
  expect(accounts.length).toBeGreaterThan(4);

  const second = await startServer(dataDir);
  for (const roomId of rooms) {
    const response = await fetch(`${second.url}/api/rooms/${roomId}`);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }
  for (const { username, refreshToken } of accounts) {
    await post(second.url, '/api/auth/refresh', { refresh_token: refreshToken });
    await post(second.url, '/api/auth/login', { username, password: 'correct horse' });
  }
});

async function openWebSocket(url: string): Promise<WebSocket> {
  const { ws_url: address } = await post(url, '/api/auth/websocket-ticket', {});
  const socket = new WebSocket(address);
  await once(socket, 'message');
  return socket;
}

function registration(username: string) {
  const password = 'correct horse';
  return { username, email: `${username}@example.org`, password, confirm_password: password };
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
async function post(url: string, path: string, body: object, token?: string): Promise<any> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!answer.success) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer.data;
}
