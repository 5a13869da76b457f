import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../testing/running-server.ts';
import { type Room, RoomtoneClient } from '../src/index.ts';
import { runLine } from '../src/slash/parse.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

async function signUp(username: string): Promise<RoomtoneClient> {
  const client = new RoomtoneClient({ baseUrl: server.url });
  await client.register({ username, email: `${username}@example.org`, password: 'correct horse 7' });
  return client;
}

/** Resolves with the first of these events after which the condition holds. */
function next(room: Room, name: 'transport' | 'playoutMode' | 'quality', holds: () => boolean = () => true) {
  return new Promise<void>((resolve) => {
    const stop = room.on(name, () => {
      if (!holds()) return;
      stop();
      resolve();
    });
  });
}

test('R9.1, R9.6, R12.1: two players share a metronome, matched playout and quality reports', async () => {
  const ada = await (await signUp('ada')).createRoom({ roomName: 'Clockwork' });
  const { info: room } = ada;
  const bea = await (await signUp('bea')).joinRoom(room.roomId);
  const heard = next(bea, 'transport');
  await ada.time.setTransport({ bpm: 96, beatsPerBar: 3, running: true });
  await heard;
  const { startTimeUs: startTime = 0 } = ada.time.transport ?? {};
  const beats = ada.time.beatsBetween(startTime, startTime + 10_000_000);
  expect(beats).toHaveLength(16);
  expect(bea.time.beatsBetween(startTime, startTime + 10_000_000)).toEqual(beats);
  await expect(bea.time.setTransport({ bpm: 60, beatsPerBar: 4, running: false })).rejects.toMatchObject({
    code: 'AUTHORIZATION_ERROR',
  });

  const figures = next(ada, 'quality', () => ada.quality.some(({ reported }) => reported !== undefined));
  const matched = next(bea, 'playoutMode', () => bea.time.ownDelayUs > 0);
  await ada.time.setPlayoutMode({ matched: true });
  await matched;
  await figures;
  const [between] = ada.quality;
  expect(between?.participantId).toBe(bea.self.participantId);
  expect(between?.oneWayUs).toBeLessThan(500_000);
  expect(bea.time.ownDelayUs).toBe(bea.time.playoutMode.commonDelayUs);
  ada.close();
  bea.close();
});

test('R11.3: the lobby reports a new room, and a typed command is run', async () => {
  const lobby = await new RoomtoneClient({ baseUrl: server.url }).joinLobby();
  const made = new Promise<void>((resolve) => {
    lobby.on('rooms', (rooms) => {
      if ([...rooms.values()].some(({ roomName }) => roomName === 'Veranda')) resolve();
    });
  });
  const room = await (await signUp('cleo')).createRoom({ roomName: 'Veranda' });
  await made;
  const said = new Promise<string>((resolve) => room.on('chat', ({ message }) => resolve(message)));
  await runLine('/me tunes up', room);
  expect(await said).toBe('* tunes up');
  await runLine('/leave', room);
  expect(room.state).toEqual({ status: 'closed', reason: { kind: 'left' } });
  lobby.close();
});
