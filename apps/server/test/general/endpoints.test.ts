import { once } from 'node:events';
import { type ErrorCode, errorTraits } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createRealtime } from '../../src/realtime/realtime.ts';
import { listen, sendRaw } from '../support/raw-http.ts';
import { type Answer, createTestApp } from '../support/test-app.ts';
import { endpoints } from './endpoint-list.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import { readReference } from './openapi.ts';
import { createPopulatedApp, type PopulatedApp } from './populated-app.ts';
import { type RecordedAnswers, recorded, shownRefusals } from './recorded-answers.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** These use nothing that could fail. */
const cannotFail = new Set([
  'GET /health',
  'GET /metrics',
  'GET /health/detailed',
  'GET /health/ready',
  'POST /api/auth/password-recovery',
]);

/** Makes an endpoint refuse in a way that works for all; undefined if there is none for this code. */
function provoke(code: ErrorCode, { name, token, succeed }: Endpoint, app: PopulatedApp): Promise<Answer> | undefined {
  const [method, path] = name.replace(/\{\w+\}/g, 'x').split(' ') as [Method, string];
  switch (code) {
    case 'VALIDATION_ERROR':
      return app.call(method, path, { headers: { host: 'evil.example' } });
    case 'RESOURCE_NOT_FOUND':
      return app.call(method, path.replace('/api/', '/api/v2/'));
    case 'AUTHORIZATION_ERROR':
      return app.call(method, path, { headers: { origin: 'https://evil.example' } });
    case 'AUTHENTICATION_ERROR':
      return token === 'ignored' ? undefined : app.call(method, path, { token: 'bad' });
    case 'RATE_LIMIT_EXCEEDED':
      return app.whenCountersAreFull(() => app.call(method, path));
    case 'SERVER_ERROR':
      app.breakStorage();
      return token === 'ignored' ? succeed(app) : app.call(method, path, { token: app.ada.token });
    default:
      return undefined;
  }
}

const recordedFile = '../../src/http/openapi/recorded-answers.json';

test('S5.5: every endpoint answers as the reference documents, and these answers are its examples', async () => {
  let app = await createPopulatedApp();
  const reference = await readReference(app);
  const answers: RecordedAnswers = { successes: {}, refusals: {} };
  for (const endpoint of endpoints) {
    const { name } = endpoint;
    const refuse = async (code: ErrorCode) => {
      const refused = await (endpoint.refusals?.[code]?.(app) ?? provoke(code, endpoint, app));
      expect
        .soft([name, code, refused?.status, refused?.body.error.code])
        .toEqual([name, code, errorTraits[code].status, code]);
      if (refused !== undefined && shownRefusals[code] === name) answers.refusals[code] = recorded(refused, app);
      if (refused !== undefined)
        expect.soft([name, reference.problemsOf(name, refused)], refused.text).toEqual([name, []]);
    };
    const codes = reference.declaredErrors(name);
    for (const code of codes) if (code !== 'SERVER_ERROR') await refuse(code);
    const answer = await endpoint.succeed(app);
    expect
      .soft([name, answer.status, reference.problemsOf(name, answer)], answer.text)
      .toEqual([name, endpoint.status, []]);
    if (answer.body !== undefined) answers.successes[name] = recorded(answer, app);
    if (codes.includes('SERVER_ERROR') && !cannotFail.has(name)) await refuse('SERVER_ERROR');
    app = await app.putBack();
  }
  const unnamed = await app.call('POST', '/api/rooms', { token: app.ada.token, body: { room_name: '' } });
  answers.refusals.VALIDATION_ERROR = recorded(unnamed, app);
  await expect(`${JSON.stringify(answers, undefined, 2)}\n`).toMatchFileSnapshot(recordedFile);
});

test('S12.6: every endpoint marked Bearer requires a valid token', async () => {
  const app = await createPopulatedApp();
  for (const { name, token } of endpoints) {
    const [method, path] = name.replace(/\{\w+\}/g, 'x').split(' ') as [Method, string];
    const { status } = await app.call(method, path, { headers: { 'content-type': 'application/json' } });
    expect([name, status === 401]).toEqual([name, token === 'required' || ['POST /api/auth/logout'].includes(name)]);
  }
});

test('R1.1, R1.2: a ticket opens a WebSocket with 101, and without a valid one the upgrade is 401', async () => {
  const app = await createTestApp({ deps: { createRealtime } });
  const reference = await readReference(app);
  const name = 'GET /api/websocket/{encrypted_payload}';
  const port = await listen(app.app);
  const { encrypted_payload: ticket } = (await app.call('POST', '/api/auth/websocket-ticket')).body.data;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/websocket/${ticket}`);
  const [response] = await once(socket, 'upgrade');
  expect(response.statusCode).toBe(101);
  expect(reference.operations.get(name)?.responses).toHaveProperty('101');
  socket.terminate();
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${'A'.repeat(22)}==`,
  ];
  const head = ['GET /api/websocket/made-up HTTP/1.1', 'Host: localhost', ...upgrade, '', ''].join('\r\n');
  const { status, body, head: answered } = await sendRaw(port, head);
  const headers = Object.fromEntries(
    answered
      .split('\r\n')
      .slice(1)
      .map((line) => line.toLowerCase().split(': ')),
  );
  expect([status, reference.problemsOf(name, { status, body, headers, text: '' })]).toEqual([401, []]);
});
