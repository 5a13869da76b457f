import { loopLimits } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { createLiveApp, type LiveApp } from '../support/live-app.ts';
import { makeRoom, refusal, updateRoom } from './room-app.ts';

const layer = { channel: 9, bank_msb: 0, bank_lsb: 0, program: 0, ticks: [0, 240], data: 'mSRkiSRA' };
const recorded = { bars: 2, beats_per_bar: 4, layers: [layer] };
const patterns = {
  ...{ channel: 9, bank_msb: 0, bank_lsb: 0, program: 8, steps_per_beat: 4, swing: 50, keys: [36] },
  patterns: [
    { steps: 4, lanes: [[100, 0, 0, 0]] },
    { steps: 8, lanes: [[0, 0, 0, 0, 0, 0, 0, 0]] },
  ],
};

/** Ada owns a room; each user's requests go to its loops. */
async function roomOfAda() {
  const app = await createLiveApp({ storage: 'memory' });
  const ada = await app.register('ada');
  const { room_id: roomId } = await makeRoom(app, ada.token);
  const use = (token: string) => (method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    app.call(method, `/api/rooms/${roomId}/loops${path}`, { token, body });
  return { app, ada, roomId, use, asAda: use(ada.token) };
}

async function inside(app: LiveApp, token: string, roomId: string) {
  const player = await app.connect(token);
  const { self } = (await player.join(roomId)).body;
  return { player, self };
}

test('S35.1, S35.2, S35.5: the owner of a room that nobody is in puts loops into it, reads them, and whoever comes hears them', async () => {
  const { app, ada, roomId, asAda, use } = await roomOfAda();
  const put = await asAda('PUT', '/3', { name: ' Kick ', recorded });
  const kick = {
    ...{
      slot: 3,
      user_id: ada.user.user_id,
      username: 'ada',
      display_name: 'ada',
      name: 'Kick',
      volume: 100,
      muted: false,
    },
    ...{ kind: 'recorded', playing: false, ticks: 3_840, plan: [], bars: 2, beats_per_bar: 4, layers: 1 },
  };
  expect([put.status, put.body.data]).toEqual([200, { slot: 3, revision: 1, loop: kick }]);
  const hats = (await asAda('PUT', '/0', { name: 'Hats', patterns })).body.data.loop;
  expect(hats).toMatchObject({ kind: 'patterns', ticks: 480, pattern: 0, pattern_count: 2 });
  const list = (await asAda('GET', '')).body.data;
  expect(list).toEqual({ revision: 2, server_time: expect.any(Number), loops: [hats, kick] });
  expect((await asAda('GET', '/3')).body.data).toEqual({ ...kick, revision: 2, recorded });
  expect((await asAda('GET', '/0')).body.data).toEqual({ ...hats, revision: 2, patterns });
  expect(refusal(await asAda('GET', '/5'))).toEqual([404, 'RESOURCE_NOT_FOUND', {}]);
  const bob = await app.register('bob');
  const strangers = [403, 'AUTHORIZATION_ERROR', { required: [], reason: 'not_in_room' }];
  expect(refusal(await use(bob.token)('GET', ''))).toEqual(strangers);
  expect(refusal(await use(bob.token)('GET', '/3'))).toEqual(strangers);
  expect(refusal(await use(bob.token)('PUT', '/4', { name: 'x', recorded }))).toEqual(strangers);
  const { player } = await inside(app, bob.token, roomId);
  expect((await use(bob.token)('GET', '')).body.data.loops).toEqual([hats, kick]);
  player.send({ kind: 'loopCommand', body: { slot: 0, list: {} }, requestId: 5 });
  const listed = [await player.take('loopNews'), await player.take('loopNews'), await player.take('loopNews')];
  expect(listed.map(({ body }) => body.loop?.name)).toEqual(expect.arrayContaining(['Kick', 'Hats']));
});

test('S35.2, S35.3: everybody inside gets each change, from the participant who made it or from 0', async () => {
  const { app, roomId, asAda, use } = await roomOfAda();
  const bob = await app.register('bob');
  const { player, self } = await inside(app, bob.token, roomId);
  const heard = async () => {
    const { sender, requestId, body } = await player.take('loopNews');
    const { revision, plans, loop, changed, removed, steps } = body;
    const [kind] = Object.entries({ plans, loop, changed, removed, steps }).find(([, part]) => part) ?? [];
    return [sender, requestId, revision, kind];
  };
  const asBob = use(bob.token);
  await asBob('PUT', '/1', { name: 'Kick', recorded });
  expect(await heard()).toEqual([self, 0, 1, 'loop']);
  const renamed = await asAda('PATCH', '/1', { name: 'Bass drum', volume: 90, muted: true });
  expect(renamed.body.data).toMatchObject({ revision: 2, loop: { name: 'Bass drum', volume: 90, muted: true } });
  expect(await heard()).toEqual([0, 0, 2, 'changed']);
  expect((await asBob('POST', '/1/layers', layer)).body.data.loop).toMatchObject({ layers: 2 });
  expect(await heard()).toEqual([self, 0, 3, 'loop']);
  expect((await asBob('DELETE', '/1/layers/last')).body.data.loop).toMatchObject({ layers: 1 });
  expect(await heard()).toEqual([self, 0, 4, 'loop']);
  const started = (await asBob('PATCH', '/1', { playing: true })).body.data.loop;
  const { startTime, tempo } = (await player.take('transport')).body;
  expect(started).toMatchObject({ playing: true, plan: [{ start_time: startTime, playing: true, tick: 0, tempo }] });
  expect(await heard()).toEqual([self, 0, 5, 'plans']);
  expect((await asAda('POST', '/stop')).body.data.loops).toMatchObject([{ playing: false }]);
  expect(await heard()).toEqual([0, 0, 6, 'plans']);
  expect((await asAda('DELETE', '/1')).body.data).toEqual({ slot: 1, revision: 7 });
  expect(await heard()).toEqual([0, 0, 7, 'removed']);
});

test('S35.2: patterns are edited and chosen, and put so that they play at once', async () => {
  const { asAda } = await roomOfAda();
  const put = await asAda('PUT', '/2', { name: 'Beat', patterns, playing: true });
  expect(put.body.data.loop).toMatchObject({ playing: true, pattern: 0 });
  const edits = [
    { key: 36, step: 2, velocity: 90 },
    { key: 42, step: 7, velocity: 60 },
  ];
  expect((await asAda('PUT', '/2/steps', { pattern: 1, edits })).status).toBe(200);
  const change = { swing: 66, lengths: [{ pattern: 0, steps: 6 }], remove_keys: [] };
  expect((await asAda('PATCH', '/2/patterns', change)).status).toBe(200);
  expect((await asAda('GET', '/2')).body.data.patterns).toEqual({
    ...{ ...patterns, swing: 66, keys: [36, 42] },
    patterns: [
      {
        steps: 6,
        lanes: [
          [100, 0, 0, 0, 0, 0],
          [0, 0, 0, 0, 0, 0],
        ],
      },
      {
        steps: 8,
        lanes: [
          [0, 0, 90, 0, 0, 0, 0, 0],
          [0, 0, 0, 0, 0, 0, 0, 60],
        ],
      },
    ],
  });
  expect((await asAda('PATCH', '/2', { pattern: 1 })).body.data.loop).toMatchObject({ pattern: 1, ticks: 960 });
});

test('S35.2, S35.3: the rights are those of the commands, also of somebody outside', async () => {
  const { app, ada, roomId, asAda, use } = await roomOfAda();
  const bob = await app.register('bob');
  await inside(app, bob.token, roomId);
  const asBob = use(bob.token);
  await asAda('PUT', '/0', { name: 'Kick', recorded });
  const ofMaker = [403, 'AUTHORIZATION_ERROR', { required: ['owner', 'moderator'], reason: 'loop_owner' }];
  expect(refusal(await asBob('PATCH', '/0', { name: 'Mine' }))).toEqual(ofMaker);
  expect(refusal(await asBob('DELETE', '/0'))).toEqual(ofMaker);
  expect((await asBob('PATCH', '/0', { muted: true })).status).toBe(200);
  await updateRoom(app, ada.token, roomId, { settings: { may_loop: 'moderators' } });
  // Another process hears of a setting a moment later.
  const refused = expect.poll(async () => refusal(await asBob('PATCH', '/0', { playing: true })));
  const moderators = { required: ['owner', 'moderator'], reason: 'may_loop' };
  await refused.toEqual([403, 'AUTHORIZATION_ERROR', moderators]);
  await updateRoom(app, ada.token, roomId, { settings: { may_loop: 'everybody', may_play: 'named' } });
  const namedOnly = { required: [], reason: 'may_play', may_play: 'named' };
  await refused.toEqual([403, 'AUTHORIZATION_ERROR', namedOnly]);
  await app.call('PUT', `/api/rooms/${roomId}/moderators/bob`, { token: ada.token });
  await expect.poll(async () => (await asBob('PATCH', '/0', { name: 'Mine' })).status).toBe(200);
  // A mute holds for a moderator who has left.
  const cyd = await app.register('cyd');
  await app.call('PUT', `/api/rooms/${roomId}/moderators/cyd`, { token: ada.token });
  const mute = { action: 'mute', user_id: cyd.user.user_id, notes: true };
  await app.call('POST', `/api/rooms/${roomId}/moderation`, { token: ada.token, body: mute });
  expect(refusal(await use(cyd.token)('DELETE', '/0'))).toEqual([
    403,
    'AUTHORIZATION_ERROR',
    { required: [], reason: 'muted' },
  ]);
});

test('S35.2, S35.4: what is refused names its field as in REST, and changes nothing', async () => {
  const { asAda } = await roomOfAda();
  await asAda('PUT', '/0', { name: 'Kick', recorded });
  const problem = async (answering: ReturnType<typeof asAda>) => {
    const { status, body } = await answering;
    return [status, body.error?.code, body.error?.details.field];
  };
  const invalid = (field: string) => [400, 'VALIDATION_ERROR', field];
  expect(await problem(asAda('PUT', '/0', { name: 'Kick', recorded }))).toEqual(invalid('slot'));
  expect(await problem(asAda('PUT', '/16', { name: 'Kick', recorded }))).toEqual(invalid('slot'));
  expect(await problem(asAda('PUT', '/x', { name: 'Kick', recorded }))).toEqual(invalid('slot'));
  expect(await problem(asAda('PUT', '/1', { name: ' ', recorded }))).toEqual(invalid('name'));
  expect(await problem(asAda('PUT', '/1', { name: 'x' }))).toEqual(invalid('recorded'));
  expect(await problem(asAda('PUT', '/1', { name: 'x', recorded, patterns }))).toEqual(invalid('recorded'));
  const layers = (over: object) => ({ name: 'x', recorded: { ...recorded, layers: [{ ...layer, ...over }] } });
  expect(await problem(asAda('PUT', '/1', layers({ data: '!' })))).toEqual(invalid('recorded.layers.0.data'));
  expect(await problem(asAda('PUT', '/1', layers({ ticks: [240, 0] })))).toEqual(invalid('recorded.layers.0.ticks'));
  expect(await problem(asAda('PUT', '/1', { name: 'x', recorded: { ...recorded, layers: [] } }))).toEqual(
    invalid('recorded.layers'),
  );
  expect(await problem(asAda('POST', '/0/layers', { ...layer, data: '!' }))).toEqual(invalid('data'));
  const twice = { ...patterns, keys: [36, 36] };
  expect(await problem(asAda('PUT', '/1', { name: 'x', patterns: twice }))).toEqual(invalid('patterns.keys'));
  expect(await problem(asAda('PATCH', '/0', {}))).toEqual(invalid('action'));
  expect(await problem(asAda('PATCH', '/9', { muted: true }))).toEqual([404, 'RESOURCE_NOT_FOUND', undefined]);
  expect(await problem(asAda('PUT', '/0/steps', { pattern: 0, edits: [] }))).toEqual(invalid('slot'));
  // The name would be fine, but there is no pattern to choose.
  expect(await problem(asAda('PATCH', '/0', { name: 'Other', pattern: 1, playing: true }))).toEqual(invalid('slot'));
  expect((await asAda('GET', '')).body.data).toMatchObject({ revision: 1, loops: [{ name: 'Kick', playing: false }] });
});

test('S35.6: bots need their scopes', async () => {
  const { app, ada, roomId, asAda, use } = await roomOfAda();
  await asAda('PUT', '/0', { name: 'Kick', recorded });
  const body = { username: 'looper', scopes: ['listen'], password: 'correct horse' };
  const made = await app.call('POST', '/api/users/profile/bots', { token: ada.token, body });
  const asBot = use(made.body.data.bot_token);
  await app.call('PUT', `/api/rooms/${roomId}/moderators/looper`, { token: ada.token });
  expect((await asBot('GET', '')).status).toBe(200);
  const scope = { required: ['play'], reason: 'scope' };
  expect(refusal(await asBot('PATCH', '/0', { muted: true }))).toEqual([403, 'AUTHORIZATION_ERROR', scope]);
});

test('S35.7: loops are read as a MIDI file, all of them or one', async () => {
  const { asAda } = await roomOfAda();
  expect(refusal(await asAda('GET', '/midi?slot=3'))).toEqual([404, 'RESOURCE_NOT_FOUND', {}]);
  await asAda('PUT', '/3', { name: 'Kick', recorded });
  await asAda('PUT', '/1', { name: 'Beat', patterns });
  const file = (await asAda('GET', '/midi')).body.data;
  const bytes = Buffer.from(file.data, 'base64');
  expect([file.name, bytes.subarray(0, 4).toString(), bytes.readUInt16BE(10), bytes.readUInt16BE(12)]).toEqual([
    ...['Loops', 'MThd', 3, loopLimits.ticksPerBeat],
  ]);
  const one = (await asAda('GET', '/midi?slot=1')).body.data;
  expect([one.name, Buffer.from(one.data, 'base64').readUInt16BE(10)]).toEqual(['Beat', 2]);
});
