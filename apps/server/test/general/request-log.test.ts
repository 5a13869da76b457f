import { expect, test } from 'vitest';
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
