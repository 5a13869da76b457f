import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSocket, readToEnd } from '../support/raw-http.ts';
import { allowedOrigin, Stage } from './stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const websocketHeaders = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** The answer to an upgrade request; `status` is 101 if it succeeded. */
async function upgrade(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: unknown }>((resolve, reject) => {
    const sent = request({ port: stage.port, host: '127.0.0.1', path, headers: { ...websocketHeaders, ...headers } });
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: undefined });
    });
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('the upgrade', () => {
  test('R1.1: a ticket opens one connection, on either path', async () => {
    const ticket = await stage.ticket('ada');
    expect((await upgrade(`/api/websocket/${ticket}`)).status).toBe(101);
    expect((await upgrade(`/api/websocket/${ticket}`)).status).toBe(401);
    expect((await upgrade(`/api/v1/websocket/${await stage.ticket('bo')}`)).status).toBe(101);
  });

  test('R1.2: an invalid ticket gets 401 with the error envelope and no upgrade', async () => {
    const answer = await upgrade('/api/websocket/nonsense');
    expect(answer.status).toBe(401);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'api-version': 'v1',
      'x-request-id': expect.any(String),
    });
    expect(answer.body).toEqual({
      success: false,
      error: { code: 'AUTHENTICATION_ERROR', message: expect.any(String), details: {} },
    });
  });

  test('R1.2: a ticket of a session that has ended gets 401', async () => {
    const ticket = await stage.ticket('ada');
    await stage.storage.deleteSession('session-of-ada');
    expect((await upgrade(`/api/websocket/${ticket}`)).status).toBe(401);
  });

  test('R1.3: a page of another origin gets 403, and the ticket still works', async () => {
    const ticket = await stage.ticket('ada');
    const refused = await upgrade(`/api/websocket/${ticket}`, { origin: 'https://elsewhere.example' });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ success: false, error: { code: 'AUTHORIZATION_ERROR' } });
    expect((await upgrade(`/api/websocket/${ticket}`, { origin: allowedOrigin })).status).toBe(101);
  });

  test('R1.4: other paths get 404, other upgrades 400, with the error envelope', async () => {
    const ticket = await stage.ticket('ada');
    for (const path of ['/', '/api/rooms', '/api/websocket', `/api/websocket/${ticket}/more`, `/websocket/${ticket}`]) {
      expect(await upgrade(path)).toMatchObject({ status: 404, body: { error: { code: 'RESOURCE_NOT_FOUND' } } });
    }
    expect(await upgrade(`/api/v2/websocket/${ticket}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'RESOURCE_NOT_FOUND', details: { supported: ['v1'] } } },
    });
    const refusals = [
      await upgrade(`/api/websocket/${ticket}`, { upgrade: 'h2c' }),
      await upgrade(`/api/websocket/${ticket}`, { 'api-version': 'v2' }),
      await upgrade(`/api/websocket/${ticket}`, { 'sec-websocket-key': 'short' }),
    ];
    for (const refused of refusals) {
      expect(refused).toMatchObject({ status: 400, body: { success: false, error: { code: 'VALIDATION_ERROR' } } });
    }
  });

  test('R1.4: an upgrade by HTTP/1.0 gets 400', async () => {
    const socket = await openSocket(stage.port);
    const fields = Object.entries({ host: 'localhost', ...websocketHeaders }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.write([`GET /api/websocket/${await stage.ticket('ada')} HTTP/1.0`, ...fields, '', ''].join('\r\n'));
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1.1 400[\s\S]*VALIDATION_ERROR/);
  });

  test('R1.6: frames are never compressed, whatever the client offers', async () => {
    const answer = await upgrade(`/api/websocket/${await stage.ticket('ada')}`, {
      'sec-websocket-extensions': 'permessage-deflate; client_max_window_bits',
    });
    expect(answer.status).toBe(101);
    expect(answer.headers['sec-websocket-extensions']).toBeUndefined();
  });
});

describe('the welcome', () => {
  test('R1.5: it is the first frame and contains the user and the server’s limits', async () => {
    const ada = await stage.user('ada', ['member', 'pro']);
    const [welcome] = ada.frames;
    expect(welcome).toMatchObject({ kind: 'welcome', sequence: 1, requestId: 0, sender: 0 });
    expect(welcome?.body).toEqual({
      connectionId: expect.stringMatching(/.{16}/),
      user: {
        userId: 'id-of-ada',
        username: 'ada',
        displayName: 'ada',
        avatarUrl: expect.stringMatching(/^\/avatars\//),
        roles: ['member', 'pro'],
      },
      guest: false,
      serverTime: stage.time.serviceUs(),
      heartbeatIntervalMs: 10_000,
      resumeToken: expect.stringMatching(/.{32}/),
      resumed: false,
      limits: { chatLength: 500, frameBytes: 65_536, eventsPerMessage: 256, eventsPerSecond: 2_000, eventBurst: 4_000 },
      datagrams: false,
      direct: true,
      stunServers: [],
      voice: false,
    });
  });

  test('R1.5: a guest has a name and no user id', async () => {
    const guest = await stage.guest('Guest-ab12');
    expect(guest.frames[0]?.body).toMatchObject({
      guest: true,
      user: { userId: '', username: 'Guest-ab12', avatarUrl: '', roles: [] },
    });
  });
});
