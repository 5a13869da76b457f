import { TurnAction } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { createLiveApp } from '../support/live-app.ts';
import { makeRoom } from './room-app.ts';

/** Ada is in a room of hers, where players take turns, on a server with the usual limits of commands. */
async function adaInside() {
  const app = await createLiveApp({ storage: 'memory', env: { ROOMTONE_COMMAND_LIMIT_FACTOR: '1' } });
  const { token } = await app.register('ada');
  const { room_id: roomId } = await makeRoom(app, token, { settings: { may_play: 'turns' } });
  const player = await app.connect(token);
  await player.join(roomId);
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    app.call(method, `/api/rooms/${roomId}/${path}`, { token, body });
  return { player, call };
}

test('S35.6: reading loops counts as asking for them over the WebSocket does', async () => {
  const { player, call } = await adaInside();
  const list = { slot: 0, list: {} };
  for (let count = 0; count < 2; count++) player.send({ kind: 'loopCommand', body: list });
  await player.sync();
  for (const path of ['loops', 'loops/midi', 'loops']) expect((await call('GET', path)).status).toBe(200);
  const { status, body, headers } = await call('GET', 'loops');
  expect([status, body.error.details]).toEqual([429, { limit: 5, reset: expect.any(Number) }]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  player.send({ kind: 'loopCommand', body: list, requestId: 7 });
  expect((await player.take('error')).body.code).toBe('RATE_LIMIT_EXCEEDED');
  // Single loops, and what changes loops, have limits of their own.
  expect((await call('GET', 'loops/0')).status).toBe(404);
  expect((await call('POST', 'loops/stop')).status).toBe(200);
});

test('S36.4: taking and passing turns counts as the commands do', async () => {
  const { player, call } = await adaInside();
  const body = { action: TurnAction.TAKE, participant: 0, position: 0 };
  for (let count = 0; count < 19; count++) player.send({ kind: 'turnCommand', body });
  await player.sync();
  expect((await call('POST', 'turns/pass')).status).toBe(200);
  expect((await call('POST', 'turns')).status).toBe(429);
  expect((await call('GET', 'turns')).status).toBe(200);
});

test('S37.3: the metronome and the playout mode count as the commands do', async () => {
  const { player, call } = await adaInside();
  const body = { matched: false, intervalBars: 0, commonDelay: 0 };
  // Not more than wait for their turn at once (R6.7).
  for (let sent = 0; sent < 98; sent += 49) {
    for (let count = 0; count < 49; count++) player.send({ kind: 'playoutMode', body });
    for (let count = 0; count < 49; count++) await player.take('playoutMode');
  }
  expect((await call('PUT', 'metronome', { running: false })).status).toBe(200);
  expect((await call('PUT', 'playout-mode', { interval_bars: 1 })).status).toBe(200);
  expect((await call('PUT', 'metronome', { running: true })).status).toBe(429);
});
