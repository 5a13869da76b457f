import { expect, test } from 'vitest';
import { createTestApp } from '../support/test-app.ts';

test('S10.15: somebody who keeps changing a room’s password is refused from the 31st in a minute on, and others are not', async () => {
  const app = await createTestApp({ env: { ROOMTONE_RATE_LIMIT_GENERAL: '1000' } });
  const [ada, bob] = [await app.register('ada'), await app.register('bob')];
  const roomOf = async (token: string): Promise<string> =>
    (await app.call('POST', '/api/rooms', { token, body: { room_name: 'Jam' } })).body.data.room_id;
  const [room, other] = [await roomOf(ada.token), await roomOf(bob.token)];
  const setPassword = (roomId: string, token: string) =>
    app.call('PUT', `/api/rooms/${roomId}`, { token, body: { password: 'let me in' } });
  for (let change = 0; change < 30; change++) expect((await setPassword(room, ada.token)).status).toBe(200);
  const refused = await setPassword(room, ada.token);
  expect([refused.status, refused.body.error.details.limit]).toEqual([429, 30]);
  expect((await app.call('PUT', `/api/rooms/${room}`, { token: ada.token, body: { max_users: 3 } })).status).toBe(200);
  expect((await setPassword(other, bob.token)).status).toBe(200);
  const login = { username: 'ada', password: 'correct horse' };
  expect((await app.call('POST', '/api/auth/login', { body: login })).status).toBe(200);
  app.clock.advance(60_000);
  expect((await setPassword(room, ada.token)).status).toBe(200);
});
