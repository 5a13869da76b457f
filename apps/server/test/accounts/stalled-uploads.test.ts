import type { Socket } from 'node:net';
import { limits } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { serverTimes } from '../../src/http/plugins/server.ts';
import { listen, openSocket, parse, type RawAnswer, readToEnd } from '../support/raw-http.ts';
import { createAccountApp } from './account-app.ts';
import { plain } from './pictures.ts';

const start = '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n';
const end = '\r\n--x--\r\n';

interface Stalled {
  readonly socket: Socket;
  /** Undefined if the connection ended without one. */
  readonly answer: Promise<RawAnswer | undefined>;
}

/** The head of an upload; the server closes the connection after its answer. */
function head(token: string, address: string, bodyBytes: number): string {
  const lines = [
    'POST /api/users/avatar HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    `X-Forwarded-For: ${address}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${bodyBytes}`,
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Sends an upload of 5 MiB that stops soon after its beginning. */
async function stall(port: number, token: string, address: string): Promise<Stalled> {
  const socket = await openSocket(port);
  const answer = readToEnd(socket);
  socket.write(`${head(token, address, limits.avatar.bytes)}${start}the beginning of a picture`);
  return { socket, answer: answer.then((text) => (text === '' ? undefined : parse(text))) };
}

/** Sends a whole picture. */
async function upload(port: number, token: string, address: string): Promise<RawAnswer> {
  const picture = Buffer.concat([Buffer.from(start), await plain(60).png().toBuffer(), Buffer.from(end)]);
  const socket = await openSocket(port);
  const answer = readToEnd(socket);
  socket.write(head(token, address, picture.length));
  socket.write(picture);
  return parse(await answer);
}

/** The first answers, in the order in which they come. */
function first(count: number, stalled: readonly Stalled[]): Promise<(RawAnswer | undefined)[]> {
  return new Promise((resolve) => {
    const answers: (RawAnswer | undefined)[] = [];
    for (const { answer } of stalled) {
      void answer.then((one) => {
        answers.push(one);
        if (answers.length === count) resolve(answers);
      });
    }
  });
}

test('S14.9: stalled uploads take no more than 5 slots of a user or an address, and 8 in all', async () => {
  const app = await createAccountApp({ storage: 'memory', env: { ROOMTONE_TRUST_PROXY: '127.0.0.1' } });
  const served: Promise<unknown>[] = [];
  app.app.server.on('connection', (socket) => served.push(new Promise((resolve) => socket.once('close', resolve))));
  const port = await listen(app.app);
  const tokens = await Promise.all(['ada', 'bea', 'cyd'].map(async (name) => (await app.register(name)).token));
  const [ada = '', bea = '', cyd = ''] = tokens;

  const ofAda = await Promise.all(Array.from({ length: 20 }, () => stall(port, ada, '192.0.2.1')));
  for (const refused of await first(15, ofAda)) {
    expect([refused?.status, refused?.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(refused?.body.error.details.limit).toBe(5);
    expect(refused?.head).toMatch(/^Retry-After: \d+$/im);
  }
  expect((await upload(port, ada, '192.0.2.9')).status, 'the same user elsewhere').toBe(429);
  expect((await upload(port, bea, '192.0.2.1')).status, 'another user at the same address').toBe(429);
  expect((await upload(port, bea, '192.0.2.2')).status, 'another user elsewhere').toBe(200);

  const ofBea = await Promise.all(Array.from({ length: 4 }, () => stall(port, bea, '192.0.2.2')));
  const [refused] = await first(1, ofBea);
  expect([refused?.status, refused?.body.error.details.limit]).toEqual([429, 8]);
  expect((await upload(port, cyd, '192.0.2.3')).status, 'anybody').toBe(429);

  for (const { socket } of [...ofAda, ...ofBea]) socket.destroy();
  await Promise.all(served);
  for (const token of tokens) expect((await upload(port, token, '192.0.2.1')).status).toBe(200);
});

test('S14.9: an upload that does not arrive in time is 400 on avatar, and its connection is closed', async () => {
  const deps = { times: { ...serverTimes, uploadMs: 300 } };
  const app = await createAccountApp({ storage: 'memory', deps });
  const port = await listen(app.app);
  const { token } = await app.register('ada');
  const stalled = await Promise.all(Array.from({ length: 5 }, () => stall(port, token, '192.0.2.1')));
  for (const answer of await Promise.all(stalled.map(({ answer }) => answer))) {
    expect(answer?.status).toBe(400);
    expect(answer?.body.error.details.errors).toMatchObject([{ field: 'avatar', issue: 'must arrive within 20 s' }]);
  }
  expect((await upload(port, token, '192.0.2.1')).status).toBe(200);
});
