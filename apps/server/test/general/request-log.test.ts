import { expect, test } from 'vitest';
import { createAccountApp } from '../accounts/account-app.ts';
import { createLiveApp } from '../support/live-app.ts';
import { createTestApp } from '../support/test-app.ts';

test('S1.4: every answer is logged with method, route, status, duration and request id, but without its URL', async () => {
  const { call, logLines } = await createTestApp();
  const answers = [
    await call('GET', '/api/v1/rooms/s3cret-room?token=s3cret', { headers: { 'user-agent': 's3cret' } }),
    await call('POST', '/api/none/s3cret', { body: { s3cret: 's3cret' } }),
    await call('POST', '/api/auth/login', {
      body: { username: 'ada', password: 's3cret', s3cret: 1 },
      token: 's3cret',
    }),
    await call('OPTIONS', '/api/rooms/s3cret'),
    await call('GET', '/api/rooms/s3cret%zz'),
  ];
  const lines = logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
  expect(lines.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', '/api/rooms/:room_id', 404],
    ['POST', null, 404],
    ['POST', '/api/auth/login', 400],
    ['OPTIONS', '*', 404],
    ['GET', null, 400],
  ]);
  expect(lines.map(({ reqId }) => reqId)).toEqual(answers.map(({ headers }) => headers['x-request-id']));
  for (const { duration_ms: duration } of lines) expect(duration).toBeGreaterThanOrEqual(0);
  expect(logLines.join('')).not.toContain('s3cret');
});

test('S1.4: where a user lacked a right, the answer is logged with the user’s id, and with no other', async () => {
  const app = await createAccountApp();
  const { token, user } = await app.register('ada');
  expect((await app.call('GET', '/api/audit-log', { token })).status).toBe(403);
  expect((await app.call('GET', '/api/users/profile', { token })).status).toBe(200);
  const lines = app.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
  expect(lines.slice(-2).map(({ status, user_id }) => [status, user_id])).toEqual([
    [403, user.user_id],
    [200, undefined],
  ]);
});

test('S1.4: a command for which a user lacks the right is logged with the user’s id', async () => {
  const app = await createLiveApp({ storage: 'memory' });
  const [ada, ben] = [await app.register('ada'), await app.register('ben')];
  const made = await app.call('POST', '/api/rooms', { token: ada.token, body: { room_name: 'R' } });
  const player = await app.connect(ben.token);
  await player.join(made.body.data.room_id);
  player.send({ kind: 'updateRoomCommand', body: { roomName: 's3cret' }, requestId: 5 });
  expect((await player.take('error')).body.code).toBe('AUTHORIZATION_ERROR');
  const lines = app.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a command was not allowed');
  expect(lines).toMatchObject([{ user_id: ben.user.user_id, kind: 'updateRoomCommand' }]);
  expect(app.logLines.join('')).not.toContain('s3cret');
});
