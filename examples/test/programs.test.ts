// Every program in examples/src against a real server.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Room, RoomtoneClient } from '@roomtone/sdk';
import { botCalls, moderatorCalls } from '@roomtone/sdk/extras';
import { readMidiFile, recordingTime, writeMidiFile } from '@roomtone/smf';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../testing/running-server.ts';
import { run } from './program.ts';

const chord = [60, 64, 67];
let server: RunningServer;
let folder: string;
let ada: RoomtoneClient;
let room: Room;
let link: string;

beforeAll(async () => {
  server = await startServer();
  folder = mkdtempSync(join(tmpdir(), 'roomtone-examples-'));
  ada = new RoomtoneClient({ baseUrl: server.url });
  await ada.register({ username: 'ada', email: 'ada@example.org', password: 'correct horse 7' });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  room = await ada.createRoom({ roomName: 'Loft', roomType: 'private' });
  link = `${server.url}/rooms/${room.info.roomId}`;
});
afterEach(() => room.leave());

/** The next keys that somebody else presses. */
async function keysHeard(count: number): Promise<number[]> {
  const keys: number[] = [];
  while (keys.length < count) {
    const { type, key } = await room.waitFor('note');
    if (type === 'noteOn') keys.push(key);
  }
  return keys;
}

test('the metronome bot plays the first beat of each bar higher, and deletes its account', async () => {
  const bot = run('metronome-bot', [link]);
  await bot.untilPrinted('Clicking in “Loft”');
  const name = [...room.participants.values()].at(-1)?.username ?? '';
  const heard = keysHeard(4);
  await room.time.setTransport({ bpm: 400, beatsPerBar: 2, running: true });
  expect((await heard).toSorted()).toEqual([76, 76, 77, 77]);
  expect((await bot.stop()).status).toBe(0);
  await expect(ada.users.get(name)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
});

test('the arpeggiator plays a chord that is held, an octave higher', async () => {
  const bot = run('arpeggiator', [link]);
  await bot.untilPrinted('Hold a chord in “Loft”');
  const heard = keysHeard(6);
  for (const key of chord) room.noteOn(key, 80);
  expect(new Set(await heard)).toEqual(new Set(chord.map((key) => key + 12)));
  for (const key of chord) room.noteOff(key);
  expect((await bot.stop()).status).toBe(0);
});

test('the player plays a file, and the recorder records what was played', async () => {
  const [score, recorded] = [join(folder, 'score.mid'), join(folder, 'recorded.mid')];
  const events = chord.flatMap((key, index) => [
    { timeUs: index * 100_000, data: Uint8Array.of(0x90, key, 80) },
    { timeUs: index * 100_000 + 80_000, data: Uint8Array.of(0x80, key, 0) },
  ]);
  writeFileSync(score, writeMidiFile([{ name: 'score', events }], 0, recordingTime));
  const recorder = run('recorder', [recorded, link]);
  await recorder.untilPrinted('Recording “Loft”');
  const player = await run('midi-file-player', [score, link]).ended;
  expect(player, player.output).toMatchObject({ status: 0 });
  expect(await recorder.stop()).toMatchObject({ status: 0, output: expect.stringContaining('recorded.mid: example-') });
  const { tracks } = readMidiFile(readFileSync(recorded));
  const [first = 0, ...others] =
    tracks
      .at(-1)
      ?.events.filter(({ data }) => data[0] === 0x90)
      .map(({ timeUs }) => timeUs) ?? [];
  expect(others.map((timeUs) => Math.round((timeUs - first) / 1_000))).toEqual([100, 200]);
});

test('the moderation bot works in a private room once the owner has named it', async () => {
  const { bot, botToken } = await botCalls(ada).create({
    username: 'bouncer',
    scopes: ['listen', 'chat', 'moderate'],
    password: 'correct horse 7',
  });
  const bea = new RoomtoneClient({ baseUrl: server.url });
  await bea.register({ username: 'bea', email: 'bea@example.org', password: 'correct horse 7' });
  const beas = await bea.joinRoom(room.info.roomId);
  const bouncer = run('moderation-bot', ['banjo,kazoo', link], {
    ...{ ROOMTONE_TOKEN: botToken, ROOMTONE_SERVER: server.url },
  });
  await bouncer.untilPrinted('Watching the chat of “Loft”');
  await beas.chat('A kazoo!');
  await bouncer.untilPrinted('Not moderated');
  await moderatorCalls(ada, room.info.roomId).add(bot.username);
  const deleted = room.waitFor('chatDeleted');
  const { messageId } = await beas.chat('A banjo!');
  expect(await deleted).toMatchObject({ messageId });
  expect(await room.waitFor('chat')).toMatchObject({ messageType: 'bot', message: 'bea, please mind your words.' });
  await beas.chat('Banjo!');
  await expect.poll(() => beas.self.muted).toBe(true);
  await expect(beas.chat('kazoo')).rejects.toMatchObject({ details: { reason: 'muted' } });
  await beas.leave();
  expect((await bouncer.stop()).status).toBe(0);
});

test('the lobby shows public rooms and who plays there', async () => {
  const open = await ada.createRoom({ roomName: 'Open evening' });
  const lobby = run('terminal-lobby', [server.url]);
  await lobby.untilPrinted('Open evening');
  await lobby.untilPrinted('ada');
  await open.leave();
  expect((await lobby.stop()).status).toBe(0);
});

test('the bridge opens two virtual MIDI ports, or says that ALSA is missing', async () => {
  const bridge = run('daw-bridge', [link]);
  const hasPorts = existsSync('/dev/snd/seq') || process.platform === 'darwin';
  if (hasPorts) {
    await bridge.untilPrinted('is connected to the MIDI ports Roomtone');
    expect((await bridge.stop()).status).toBe(0);
  } else {
    const { status, output } = await bridge.ended;
    console.log('NOT RUN: the bridge to a DAW between virtual MIDI ports: this machine has no ALSA sequencer.');
    expect([status, output]).toEqual([3, expect.stringContaining('need ALSA')]);
  }
});
