import { expect, test } from 'vitest';
import { createLiveApp } from '../support/live-app.ts';
import { makeRoom, refusal } from './room-app.ts';

async function roomOfAda() {
  const app = await createLiveApp({ storage: 'memory' });
  const [ada, bob] = [await app.register('ada'), await app.register('bob')];
  const { room_id: roomId } = await makeRoom(app, ada.token);
  const player = await app.connect(bob.token);
  await player.join(roomId);
  const call = ({ token }: { token: string }, method: 'GET' | 'PUT', path: string, body?: object) =>
    app.call(method, `/api/rooms/${roomId}/${path}`, { token, body });
  return { app, ada, bob, roomId, player, call };
}

test('S37.1, S37.3: the owner sets the metronome from outside, and everybody inside is told', async () => {
  const { app, ada, bob, roomId, player, call } = await roomOfAda();
  const set = await call(ada, 'PUT', 'metronome', { tempo: 96_000, running: true });
  expect(set.body.data).toMatchObject({ tempo: 96_000, beats_per_bar: 4, running: true });
  const { body, sender } = await player.take('transport');
  expect([sender, body]).toEqual([
    0,
    { tempo: 96_000, beatsPerBar: 4, running: true, startTime: set.body.data.start_time, beatsBefore: 0 },
  ]);
  const moderators = [403, 'AUTHORIZATION_ERROR', { required: ['owner', 'moderator'] }];
  expect(refusal(await call(bob, 'PUT', 'metronome', { running: false }))).toEqual(moderators);
  await app.call('PUT', `/api/rooms/${roomId}`, {
    token: ada.token,
    body: { settings: { may_set_metronome: 'players' } },
  });
  // Another process hears of a setting a moment later.
  await expect.poll(async () => (await call(bob, 'PUT', 'metronome', { beats_per_bar: 3 })).status).toBe(200);
  const heard = await player.take('transport');
  expect([heard.sender > 0, heard.body.beatsPerBar]).toEqual([true, 3]);
  const { server_time: _, ...read } = (await call(bob, 'GET', 'metronome')).body.data;
  const { startTime, beatsBefore } = heard.body;
  expect(read).toEqual({
    ...{ tempo: 96_000, beats_per_bar: 3, running: true },
    ...{ start_time: startTime, beats_before: beatsBefore },
  });
});

test('R9.12, S37.1: a click with accents reaches everybody, stays while the tempo changes, and is checked', async () => {
  const { ada, player, call } = await roomOfAda();
  const click = { accents: [3, 1, 2, 1, 2, 1, 1], subdivision: 2, swing: 60, silent_every: 4 };
  const set = await call(ada, 'PUT', 'metronome', { beats_per_bar: 7, click });
  expect(set.body.data).toMatchObject({ beats_per_bar: 7, click });
  const { silent_every: silentEvery, ...rest } = click;
  expect((await player.take('transport')).body.click).toEqual({ ...rest, silentEvery });
  const faster = await call(ada, 'PUT', 'metronome', { tempo: 150_000 });
  expect(faster.body.data).toMatchObject({ tempo: 150_000, click });
  const wrong = await call(ada, 'PUT', 'metronome', { click: { ...click, silent_every: 1 } });
  expect([wrong.status, wrong.body.error.details.field]).toEqual([400, 'click.silent_every']);
  const plain = await call(ada, 'PUT', 'metronome', {
    click: { accents: [], subdivision: 1, swing: 50, silent_every: 0 },
  });
  expect(plain.body.data).not.toHaveProperty('click');
});

test('S37.2, S37.3: an interval is chosen for the room, with the bounds and rights of the command', async () => {
  const { app, ada, bob, player, call } = await roomOfAda();
  const set = await call(ada, 'PUT', 'playout-mode', { interval_bars: 4 });
  expect(set.body.data).toEqual({ matched: false, interval_bars: 4, common_delay: 0 });
  expect((await player.take('playoutMode')).body).toEqual({ matched: false, intervalBars: 4, commonDelay: 0 });
  expect((await call(bob, 'GET', 'playout-mode')).body.data).toEqual(set.body.data);
  const both = await call(ada, 'PUT', 'playout-mode', { matched: true, interval_bars: 4 });
  expect([both.status, both.body.error.details.field]).toEqual([400, 'interval_bars']);
  expect((await call(bob, 'PUT', 'playout-mode', {})).status).toBe(403);
  const eve = await app.register('eve');
  expect((await call(eve, 'GET', 'playout-mode')).body.error.details.reason).toBe('not_in_room');
});
