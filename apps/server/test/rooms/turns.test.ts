import { expect, test } from 'vitest';
import { createLiveApp } from '../support/live-app.ts';
import { makeRoom, refusal } from './room-app.ts';

/** A room of ada's in which players take turns, with bob and cyd inside; what each of them sends. */
async function roomWithTurns() {
  const app = await createLiveApp({ storage: 'memory' });
  const [ada, bob, cyd] = [await app.register('ada'), await app.register('bob'), await app.register('cyd')];
  const { room_id: roomId } = await makeRoom(app, ada.token, { settings: { may_play: 'turns' } });
  const players = [];
  for (const { token } of [bob, cyd]) {
    const player = await app.connect(token);
    await player.join(roomId);
    await player.take('turns');
    players.push(player);
  }
  const use =
    ({ token }: { token: string }) =>
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object) =>
      app.call(method, `/api/rooms/${roomId}/turns${path}`, { token, body });
  return { app, ada, bob, cyd, roomId, players, use };
}

const numbers = (view: { playing: { participant: number }[]; waiting: { participant: number }[] }) => [
  view.playing.map(({ participant }) => participant),
  view.waiting.map(({ participant }) => participant),
];

test('S36.1, S36.2: players take places and pass their turns on, and everybody is told', async () => {
  const { bob, cyd, players, use } = await roomWithTurns();
  const taken = await use(bob)('POST');
  expect([taken.status, taken.body.data]).toEqual([
    200,
    {
      playing: [{ participant: 1, user_id: bob.user.user_id, username: 'bob', lasted_ms: expect.any(Number) }],
      waiting: [],
    },
  ]);
  expect((await players[1]?.take('turns'))?.body).toMatchObject({ playing: [1], waiting: [] });
  const waiting = await use(cyd)('POST', '', { participant: 2 });
  expect(waiting.body.data.waiting).toEqual([{ participant: 2, user_id: cyd.user.user_id, username: 'cyd' }]);
  expect(numbers((await use(bob)('GET')).body.data)).toEqual([[1], [2]]);
  expect(numbers((await use(bob)('POST', '/pass')).body.data)).toEqual([[2], []]);
  const wrong = refusal(await use(bob)('POST', '/pass', { participant: 2 }));
  expect(wrong).toEqual([404, 'RESOURCE_NOT_FOUND', { participant: 2 }]);
});

test('S36.2: of several participants of a user, the one whose turn it is passes on', async () => {
  const { app, bob, roomId, use } = await roomWithTurns();
  await (await app.connect(bob.token)).join(roomId);
  await use(bob)('POST', '', { participant: 3 });
  await use(bob)('POST');
  expect(numbers((await use(bob)('GET')).body.data)).toEqual([[3], [1]]);
  expect(numbers((await use(bob)('POST', '/pass')).body.data)).toEqual([[1], []]);
});

test('S36.3: those who moderate the room move and skip players from outside', async () => {
  const { app, ada, bob, cyd, roomId, use } = await roomWithTurns();
  await use(bob)('POST');
  await use(cyd)('POST');
  await (await app.connect(bob.token)).join(roomId);
  await use(bob)('POST', '', { participant: 3 });
  expect(numbers((await use(ada)('PUT', '/3', { position: 1 })).body.data)).toEqual([[1], [3, 2]]);
  expect(numbers((await use(ada)('DELETE', '/1')).body.data)).toEqual([[3], [2]]);
  expect(refusal(await use(bob)('DELETE', '/3'))).toEqual([
    ...[403, 'AUTHORIZATION_ERROR', { required: ['owner', 'moderator'] }],
  ]);
  expect((await use(ada)('DELETE', '/x')).body.error.details.field).toBe('participant');
  const outside = [403, 'AUTHORIZATION_ERROR', { required: [], reason: 'not_in_room' }];
  expect(refusal(await use(ada)('POST'))).toEqual(outside);
  expect(refusal(await use(await app.register('eve'))('GET'))).toEqual(outside);
});

test('S36.1, S36.4: where nobody takes turns, the queue is empty and has no places', async () => {
  const { app, ada, bob, roomId, use } = await roomWithTurns();
  await use(bob)('POST');
  await app.call('PUT', `/api/rooms/${roomId}`, { token: ada.token, body: { settings: { may_play: 'everybody' } } });
  expect(numbers((await use(bob)('GET')).body.data)).toEqual([[], []]);
  const nobody = { reason: 'no_turns', may_play: 'everybody' };
  expect(refusal(await use(bob)('POST'))).toEqual([403, 'AUTHORIZATION_ERROR', nobody]);
});
