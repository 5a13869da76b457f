import { expect, test } from 'vitest';
import { createLiveApp } from '../support/live-app.ts';
import type { Answer } from '../support/test-app.ts';
import { makeRoom, refusal } from './room-app.ts';

/** A room of ada's in which players take turns, with bob and cyd inside; what each of them sends. */
async function roomWithTurns() {
  const app = await createLiveApp({ storage: 'memory' });
  const [ada, bob, cyd] = [await app.register('ada'), await app.register('bob'), await app.register('cyd')];
  const { room_id: roomId } = await makeRoom(app, ada.token, { settings: { may_play: 'turns' } });
  const join = async ({ token }: { token: string }) => {
    const player = await app.connect(token);
    const { self } = (await player.join(roomId)).body;
    await player.take('turns');
    return { player, self };
  };
  const use =
    ({ token }: { token: string }) =>
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object) =>
      app.call(method, `/api/rooms/${roomId}/turns${path}`, { token, body });
  return { app, ada, bob, cyd, roomId, use, join, ofBob: await join(bob), ofCyd: await join(cyd) };
}

type Queue = Record<'playing' | 'waiting', readonly { readonly participant: number }[]>;

/** The numbers of those whose turn it is, and of those who wait. */
function numbers({ body }: Answer): readonly (readonly number[])[] {
  const { playing, waiting }: Queue = body.data;
  return [playing, waiting].map((part) => part.map(({ participant }) => participant));
}

test('S36.1, S36.2: players take places and pass their turns on, and everybody is told', async () => {
  const { bob, cyd, ofBob, ofCyd, use } = await roomWithTurns();
  const taken = await use(bob)('POST');
  const who = {
    participant: ofBob.self,
    user_id: bob.user.user_id,
    username: 'bob',
    display_name: 'bob',
    lasted_ms: expect.any(Number),
  };
  expect([taken.status, taken.body.data]).toEqual([200, { playing: [who], waiting: [] }]);
  expect((await ofCyd.player.take('turns')).body).toMatchObject({ playing: [ofBob.self], waiting: [] });
  const waiting = await use(cyd)('POST', '', { participant: ofCyd.self });
  const next = { participant: ofCyd.self, user_id: cyd.user.user_id, username: 'cyd', display_name: 'cyd' };
  expect(waiting.body.data.waiting).toEqual([next]);
  expect(numbers(await use(bob)('GET'))).toEqual([[ofBob.self], [ofCyd.self]]);
  expect(numbers(await use(bob)('POST', '/pass'))).toEqual([[ofCyd.self], []]);
  const wrong = refusal(await use(bob)('POST', '/pass', { participant: ofCyd.self }));
  expect(wrong).toEqual([404, 'RESOURCE_NOT_FOUND', { participant: ofCyd.self }]);
});

test('S36.2, R23.5: of several participants of a user, the one that asks last has the turn, and passes it on', async () => {
  const { bob, ofBob, use, join } = await roomWithTurns();
  const { self } = await join(bob);
  await use(bob)('POST', '', { participant: self });
  await use(bob)('POST', '', { participant: ofBob.self });
  expect(numbers(await use(bob)('GET'))).toEqual([[ofBob.self], []]);
  expect(numbers(await use(bob)('POST', '/pass'))).toEqual([[], []]);
});

test('S36.3: those who moderate the room move and skip players from outside', async () => {
  const { app, ada, bob, cyd, ofBob, ofCyd, use, join } = await roomWithTurns();
  await use(bob)('POST');
  await use(cyd)('POST');
  const dan = await app.register('dan');
  const { self } = await join(dan);
  await use(dan)('POST');
  expect(numbers(await use(ada)('PUT', `/${self}`, { position: 1 }))).toEqual([[ofBob.self], [self, ofCyd.self]]);
  expect(numbers(await use(ada)('DELETE', `/${ofBob.self}`))).toEqual([[self], [ofCyd.self]]);
  const moderators = { required: ['owner', 'moderator'] };
  expect(refusal(await use(bob)('DELETE', `/${self}`))).toEqual([403, 'AUTHORIZATION_ERROR', moderators]);
  expect((await use(ada)('DELETE', '/x')).body.error.details.field).toBe('participant');
  const outside = [403, 'AUTHORIZATION_ERROR', { required: [], reason: 'not_in_room' }];
  expect(refusal(await use(ada)('POST'))).toEqual(outside);
  expect(refusal(await use(await app.register('eve'))('GET'))).toEqual(outside);
});

test('S36.1, S36.4: where nobody takes turns, the queue is empty and has no places', async () => {
  const { app, ada, bob, roomId, use } = await roomWithTurns();
  await use(bob)('POST');
  await app.call('PUT', `/api/rooms/${roomId}`, { token: ada.token, body: { settings: { may_play: 'everybody' } } });
  await expect.poll(async () => numbers(await use(bob)('GET'))).toEqual([[], []]);
  const nobody = { required: [], reason: 'no_turns', may_play: 'everybody' };
  await expect.poll(async () => refusal(await use(bob)('POST'))).toEqual([403, 'AUTHORIZATION_ERROR', nobody]);
});
