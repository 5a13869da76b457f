import { expect, test } from 'vitest';
import type { SignedIn, TestApp } from '../support/test-app.ts';
import { createAccountApp, problemOn, problems } from './account-app.ts';

/** The application with these users, and the calls by which they manage friends and blocks. */
async function appWithUsers(...names: string[]) {
  const app = await createAccountApp();
  const signedIn = new Map<string, SignedIn>();
  for (const name of names) signedIn.set(name, await app.register(name));
  const who = (name: string) => {
    const found = signedIn.get(name);
    if (found === undefined) throw new Error(`${name} has not been registered`);
    return { token: found.token, id: found.user.user_id };
  };
  const as = (name: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    app.call(method, `/api/users/${path}`, { token: who(name).token, ...(body === undefined ? {} : { body }) });
  return {
    app,
    id: (name: string) => who(name).id,
    as,
    ask: (name: string, user: string) => as(name, 'POST', 'friends', { user }),
    accept: (name: string, other: string) => as(name, 'POST', `friends/${who(other).id}/accept`),
    remove: (name: string, other: string) => as(name, 'DELETE', `friends/${who(other).id}`),
    block: (name: string, other: string) => as(name, 'POST', `blocks/${who(other).id}`),
    /** The names of friends, and of users whose requests are pending. */
    of: async (name: string) => {
      const { body } = await as(name, 'GET', 'friends');
      const names = (entries: readonly { username: string }[]) => entries.map((entry) => entry.username);
      return [names(body.data.friends), names(body.data.pending_requests)];
    },
  };
}

const nobody = [[], []];

test('S16.2, S16.6: a request by id or username is 201 and pending for its recipient, who accepts it with 200', async () => {
  const { app, as, ask, accept, id, of } = await appWithUsers('ada', 'Bob');
  app.clock.advance(1_000);
  const asked = await ask('ada', 'bOB');
  expect([asked.status, asked.body.data]).toEqual([
    201,
    { user_id: id('Bob'), username: 'Bob', display_name: 'Bob', state: 'requested' },
  ]);
  expect(await of('ada')).toEqual(nobody);
  const received = await as('Bob', 'GET', 'friends');
  expect([received.status, received.body]).toEqual([
    200,
    {
      success: true,
      data: {
        friends: [],
        pending_requests: [
          { user_id: id('ada'), username: 'ada', display_name: 'ada', sent_at: '2026-01-01T00:00:01.000Z' },
        ],
      },
    },
  ]);
  const accepted = await accept('Bob', 'ada');
  expect([accepted.status, accepted.body.data]).toEqual([
    200,
    { user_id: id('ada'), username: 'ada', display_name: 'ada', state: 'friends' },
  ]);
  expect([await of('ada'), await of('Bob')]).toEqual([
    [['Bob'], []],
    [['ada'], []],
  ]);
  expect((await ask('Bob', id('ada'))).status).toBe(201);
});

test('S16.3: if the other user has already asked, a request makes the friendship', async () => {
  const { ask, of } = await appWithUsers('ada', 'bob');
  await ask('ada', 'bob');
  const crossing = await ask('bob', 'ada');
  expect([crossing.status, crossing.body.data.state]).toEqual([201, 'friends']);
  expect([await of('ada'), await of('bob')]).toEqual([
    [['bob'], []],
    [['ada'], []],
  ]);
});

test('S16.4: a repeated request, or one to a friend, is 201 and changes nothing', async () => {
  const { app, as, ask, accept, of } = await appWithUsers('ada', 'bob');
  await ask('ada', 'bob');
  const before = (await as('bob', 'GET', 'friends')).body;
  app.clock.advance(5_000);
  const again = await ask('ada', 'bob');
  expect([again.status, again.body.data.state]).toEqual([201, 'requested']);
  expect((await as('bob', 'GET', 'friends')).body).toEqual(before);
  await accept('bob', 'ada');
  const toFriend = await ask('ada', 'bob');
  expect([toFriend.status, toFriend.body.data.state]).toEqual([201, 'friends']);
  expect(await of('bob')).toEqual([['ada'], []]);
});

test('S16.5: befriending or blocking yourself is 400', async () => {
  const { as, ask, id, accept, remove, block } = await appWithUsers('ada');
  for (const name of ['ada', 'ADA', id('ada')]) {
    expect(problems(await ask('ada', name))).toEqual(problemOn('user', 'must not be yourself'));
  }
  for (const answer of [await accept('ada', 'ada'), await remove('ada', 'ada'), await block('ada', 'ada')]) {
    expect(answer.status).toBe(400);
  }
  expect((await as('ada', 'DELETE', 'blocks/ada')).status).toBe(400);
});

test('S16.5, S16.6: an unknown user is 404, and so is accepting a request that was never made', async () => {
  const { as, ask, accept } = await appWithUsers('ada', 'bob');
  const answers = [
    await ask('ada', 'nobody'),
    await ask('ada', 'ada@example.org'),
    await as('ada', 'POST', 'friends/nobody/accept'),
    await as('ada', 'DELETE', 'friends/nobody'),
    await as('ada', 'POST', 'blocks/nobody'),
    await as('ada', 'DELETE', 'blocks/nobody'),
    await accept('ada', 'bob'),
  ];
  for (const { status, body } of answers) {
    expect([status, body.error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  }
});

test('S16.6: users cannot accept their own requests', async () => {
  const { ask, accept, of } = await appWithUsers('ada', 'bob');
  await ask('ada', 'bob');
  expect((await accept('ada', 'bob')).status).toBe(404);
  expect(await of('ada')).toEqual(nobody);
});

test('S16.7: DELETE removes a friend, declines a request or withdraws one, and is 200', async () => {
  const { ask, accept, remove, id, of } = await appWithUsers('ada', 'bob');
  await ask('ada', 'bob');
  const withdrawn = await remove('ada', 'bob');
  expect([withdrawn.status, withdrawn.body.data]).toEqual([200, { user_id: id('bob') }]);
  expect(await of('bob')).toEqual(nobody);
  await ask('ada', 'bob');
  expect((await remove('bob', 'ada')).status).toBe(200);
  expect(await of('bob')).toEqual(nobody);
  await ask('ada', 'bob');
  await accept('bob', 'ada');
  expect((await remove('ada', 'bob')).status).toBe(200);
  expect((await remove('ada', 'bob')).status).toBe(200);
  expect([await of('ada'), await of('bob')]).toEqual([nobody, nobody]);
});

test('S16.1: friends are shown with picture, status and room', async () => {
  const { app, as, ask, id } = await appWithUsers('ada', 'bob', 'Cyd');
  for (const other of ['bob', 'Cyd']) {
    await ask('ada', other);
    await ask(other, 'ada');
  }
  app.realtime.setPresence(id('Cyd'), 'busy', 'a-room');
  const { body } = await as('ada', 'GET', 'friends');
  expect(body.data.friends).toEqual([
    {
      user_id: id('bob'),
      username: 'bob',
      display_name: 'bob',
      avatar_url: expect.stringMatching(/^\/avatars\/initial-b/),
      status: 'offline',
      current_room: '',
    },
    {
      user_id: id('Cyd'),
      username: 'Cyd',
      display_name: 'Cyd',
      avatar_url: expect.stringMatching(/^\/avatars\/initial-c/),
      status: 'busy',
      current_room: 'a-room',
    },
  ]);
});

test('S16.8: GET /api/users/blocks lists the blocked users; POST is 201, DELETE 200', async () => {
  const { app, as, block, id } = await appWithUsers('ada', 'bob', 'cyd');
  const blocked = await block('ada', 'bob');
  expect([blocked.status, blocked.body.data]).toEqual([201, { user_id: id('bob') }]);
  app.clock.advance(1_000);
  expect((await as('ada', 'POST', 'blocks/CYD')).status).toBe(201);
  expect((await block('ada', 'bob')).status).toBe(201);
  const listed = await as('ada', 'GET', 'blocks');
  const entry = (name: string, second: number) => ({
    user_id: id(name),
    username: name,
    display_name: name,
    blocked_at: `2026-01-01T00:00:0${second}.000Z`,
  });
  expect([listed.status, listed.body.data]).toEqual([200, { blocks: [entry('cyd', 1), entry('bob', 0)] }]);
  const undone = await as('ada', 'DELETE', `blocks/${id('cyd')}`);
  expect([undone.status, undone.body.data]).toEqual([200, { user_id: id('cyd') }]);
  expect((await as('ada', 'DELETE', `blocks/${id('cyd')}`)).status).toBe(200);
  expect((await as('ada', 'GET', 'blocks')).body.data).toEqual({ blocks: [entry('bob', 0)] });
  expect((await as('bob', 'GET', 'blocks')).body.data).toEqual({ blocks: [] });
});

test('S16.9, S16.10: blocking ends a friendship, and a blocked user’s request is 403', async () => {
  const { as, ask, accept, block, of } = await appWithUsers('ada', 'bob');
  await ask('ada', 'bob');
  await accept('bob', 'ada');
  await block('ada', 'bob');
  expect([await of('ada'), await of('bob')]).toEqual([nobody, nobody]);
  const { status, body } = await ask('bob', 'ada');
  expect([status, body.error.code, body.error.details]).toEqual([
    403,
    'AUTHORIZATION_ERROR',
    { required: [], reason: 'blocked' },
  ]);
  const own = await ask('ada', 'bob');
  expect([own.status, own.body.error.details.reason]).toEqual([403, 'blocking']);
  await as('ada', 'DELETE', 'blocks/bob');
  expect((await ask('bob', 'ada')).status).toBe(201);
});

test('S16.9: blocking removes a pending request', async () => {
  const { ask, accept, block, of } = await appWithUsers('ada', 'bob');
  await ask('bob', 'ada');
  await block('ada', 'bob');
  expect(await of('ada')).toEqual(nobody);
  expect((await accept('ada', 'bob')).status).toBe(404);
});

test('S9.2, S16.1: missing and unknown fields are refused, and so are guests', async () => {
  const { app, as } = await appWithUsers('ada');
  expect(problems(await as('ada', 'POST', 'friends', {}))).toEqual(problemOn('user', 'is required'));
  expect(problems(await as('ada', 'POST', 'friends', { user: 'bob', name: 'x' }))).toEqual(
    problemOn('name', 'is not a known field'),
  );
  expect(problems(await as('ada', 'POST', 'blocks/bob', { reason: 'x' }))).toEqual(
    problemOn('reason', 'is not a known field'),
  );
  await expectGuestsRefused(app);
});

async function expectGuestsRefused(app: TestApp): Promise<void> {
  const calls = [
    ['GET', 'friends'],
    ['POST', 'friends'],
    ['POST', 'friends/ada/accept'],
    ['DELETE', 'friends/ada'],
    ['GET', 'blocks'],
    ['POST', 'blocks/ada'],
    ['DELETE', 'blocks/ada'],
  ] as const;
  for (const [method, path] of calls) {
    const { status, body } = await app.call(method, `/api/users/${path}`);
    expect([path, status, body.error.code]).toEqual([path, 401, 'AUTHENTICATION_ERROR']);
  }
}
