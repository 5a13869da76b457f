// The server, the SDK and the program together, with real music over real sockets.

import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TimedEvent } from '@roomtone/protocol';
import { type Room, RoomtoneClient } from '@roomtone/sdk';
import { readMidiFile } from '@roomtone/smf';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isLong } from '../../../testing/long-runs.ts';
import { type RunningServer, startServer } from '../../../testing/running-server.ts';
import { startService } from '../../../testing/running-service.ts';
import { type PlayResult, playEvents } from '../src/music/playing.ts';
import { Recording, type Take } from '../src/music/recording.ts';
import { fastestSpeed } from '../src/music/speed.ts';
import { untilOver } from '../src/music/until-over.ts';
import { preludeEvents, preludeMidiFile } from './music/bwv846-prelude.ts';
import { compareStreams, spreadOf } from './music/streams.ts';
import { openmsxFiles } from './openmsx-files.ts';
import { runProgram } from './program-run.ts';

/** Half a tick of a recording, plus half a µs for each of the two times that a value is rounded. */
const fileErrorUs = 9;

let server: RunningServer;
let folder: string;
/** The servers that accounts are connected to in turn. */
let urls: readonly string[] = [];
let accounts = 0;

beforeAll(async () => {
  server = await startServer();
  urls = [server.url];
  folder = await mkdtemp(join(tmpdir(), 'roomtone-music-'));
});

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the programs', () => {
  test('play the Prelude into a room with a password and record it event for event', async () => {
    const owner = await account('ada');
    const room = await owner.client.rooms.create({ roomName: 'Bach', password: 'well tempered' });
    const where = `${server.url}/rooms/${room.roomId}`;
    const env = { ROOMTONE_ROOM_PASSWORD: 'well tempered', ROOMTONE_CONFIG_DIR: join(folder, 'settings') };
    const signingIn = runProgram(['login', server.url, '--user', owner.username], {
      env,
      input: `${owner.password}\n`,
    });
    expect(await signingIn.ended).toMatchObject({ status: 0 });
    const [score, recorded] = [join(folder, 'prelude.mid'), join(folder, 'recorded.mid')];
    await writeFile(score, preludeMidiFile());

    const recorder = runProgram(['record', recorded, where], { env });
    await recorder.untilPrinted('Recording “Bach”');
    // At thirty times its tempo, the piece takes 4 s instead of two minutes.
    const speed = 30;
    const player = runProgram(['play', score, where, '--speed', String(speed)], { env });
    const played = await player.ended;
    expect(played, played.output).toMatchObject({ status: 0 });
    const heard = await recorder.ended;
    expect(heard, heard.output).toMatchObject({ status: 0 });
    expect(heard.output).toContain('The last player has left.');

    const sent = preludeEvents().map(({ timeUs, data }) => ({ timeUs: timeUs / speed, data }));
    const track = readMidiFile(await readFile(recorded)).tracks.at(-1);
    expect(track?.name).toBe(owner.username);
    const comparison = compareStreams(sent, track?.events ?? []);
    expect(comparison).toMatchObject({ isSame: true, missing: 0, surplus: 0 });
    const spread = spreadOf(comparison.differencesUs);
    expect(spread.max).toBeLessThanOrEqual(fileErrorUs);
    print(`Prelude at ${speed} times its tempo: ${sent.length} events, times in the file off by ${inUs(spread)}`);
  }, 60_000);

  test('release sounding notes when the player is interrupted, and record up to Ctrl-C', async () => {
    const owner = await account('ben');
    const room = await owner.client.rooms.create({ roomName: 'Interrupted' });
    const where = `${server.url}/rooms/${room.roomId}`;
    const [score, recorded] = [join(folder, 'interrupted.mid'), join(folder, 'half.mid')];
    await writeFile(score, preludeMidiFile());
    const recorder = runProgram(['record', recorded, where]);
    await recorder.untilPrinted('Recording');
    const player = runProgram(['play', score, where]);
    await player.untilPrinted('events');
    player.interrupt();
    const played = await player.ended;
    expect(played, played.output).toMatchObject({ status: 130 });
    const heard = await recorder.ended;
    expect(heard, heard.output).toMatchObject({ status: 0 });
    const { events } = readMidiFile(await readFile(recorded));
    const ons = events.filter(({ data: [status = 0] }) => status === 0x90).map(({ data }) => data[1]);
    const offs = events.filter(({ data: [status = 0] }) => status === 0x80).map(({ data }) => data[1]);
    expect(ons.length).toBeGreaterThan(0);
    expect(offs.toSorted()).toEqual(ons.toSorted());
  }, 30_000);

  test('report errors plainly', async () => {
    const score = join(folder, 'errors.mid');
    await writeFile(score, preludeMidiFile());
    const nowhere = `${server.url}/rooms/${'x'.repeat(22)}`;
    const cases = [
      [['play', score], 2, "missing required argument 'where'"],
      [['play', score, server.url], 2, 'Which room?'],
      [['play', score, nowhere, '--loud'], 2, "unknown option '--loud'"],
      [['play', score, nowhere], 1, 'no such room'],
      [['play', score, `http://127.0.0.1:1/rooms/${'x'.repeat(22)}`], 1, 'could not be reached'],
      [['record', score, nowhere], 1, 'exists already'],
      [['record', join(folder, 'no/such.mid'), nowhere], 1, 'cannot be written'],
    ] as const;
    const runs = cases.map(([args, status, words]) => runProgram(args).ended.then((end) => ({ end, status, words })));
    for (const { end, status, words } of await Promise.all(runs)) {
      expect(end.output).toContain(words);
      expect(end.output, 'no stack').not.toContain('    at ');
      expect(end.status).toBe(status);
    }
  }, 30_000);
});

// In long runs, because 31 pieces with up to 13,483 events take half a minute.
if (isLong) {
  describe('OpenTTD’s music', () => {
    test('arrives event for event, eight pieces at a time in two rooms', async ({ skip }) => {
      const files = await openmsxFiles();
      if ('missing' in files) {
        if (process.env['CI'] === 'true') throw new Error(files.missing);
        skip(files.missing);
        return;
      }
      await playAll(files.paths);
    }, 150_000);

    test('R20.3: arrives event for event with the players on three processes', async ({ skip }) => {
      const files = await openmsxFiles();
      if ('missing' in files) return skip(files.missing);
      const service = await startService(3);
      if (service === undefined) return skip('needs PostgreSQL and Redis');
      onTestFinished(() => service.stop());
      onTestFinished(() => {
        urls = [server.url];
      });
      urls = service.servers.map(({ url }) => url);
      await playAll(files.paths);
    }, 150_000);
  });
}

/** Plays all pieces, as many at a time as there are players in two rooms. */
async function playAll(paths: readonly string[]): Promise<void> {
  expect(paths).toHaveLength(31);
  const pieces = await Promise.all(paths.map(async (path) => piece(basename(path), await readFile(path))));
  // Longest first, so that pieces that are played at a time take about the same time.
  pieces.sort((a, b) => b.events.length - a.events.length);
  const rooms = await Promise.all(['north', 'south'].map(makeRoom));
  const startMs = performance.now();
  await Promise.all(
    rooms.map(async ({ roomId, players }) => {
      while (pieces.length > 0) {
        for (const line of await playTogether(roomId, players, pieces.splice(0, players.length))) print(line);
      }
    }),
  );
  print(`31 pieces in ${((performance.now() - startMs) / 1_000).toFixed(1)} s`);
}

interface Piece {
  readonly name: string;
  readonly events: readonly TimedEvent[];
}

interface Account {
  readonly client: RoomtoneClient;
  readonly username: string;
  readonly password: string;
}

/** The events a player sent, and the result of playing. */
interface Sent extends Piece {
  readonly username: string;
  readonly speed: number;
  readonly stamped: readonly TimedEvent[];
  readonly result: PlayResult;
}

/**
 * The players play one piece each while a guest records; resolves with a line for each piece if everything is
 * correct.
 */
async function playTogether(roomId: string, players: readonly Account[], pieces: readonly Piece[]): Promise<string[]> {
  let recording: Recording | undefined;
  const prepare = (room: Room) => {
    recording = new Recording(room);
  };
  const listener = await new RoomtoneClient({ baseUrl: urls.at(-1) ?? '' }).joinRoom(roomId, { prepare });
  const heard = recording ?? expect.fail('nothing is recorded');
  const over = untilOver(listener, new AbortController().signal, undefined);
  // Everybody joins before anybody leaves; otherwise the last player might leave too early.
  const rooms = await Promise.all(players.map((player) => joinAs(player, roomId)));
  const all = await Promise.all(
    rooms.map(async ({ player, room }, index) => {
      const own = pieces[index];
      const sent = own === undefined ? undefined : await play(player, room, own);
      return { room, sent };
    }),
  );
  await Promise.all(all.map(({ room }) => room.leave()));
  expect((await over).words).toBe('The last player has left.');
  await listener.leave();
  expect(heard.gaps).toBe(0);
  const written = readMidiFile(heard.toMidiFile());
  const firstUs = Math.min(...heard.takes.map((take) => take.events[0]?.timeUs ?? Number.POSITIVE_INFINITY));
  return all.flatMap(({ sent }) => {
    if (sent === undefined) return [];
    const take = heard.takes.find(({ name }) => name === sent.username);
    const track = written.tracks.find(({ name }) => name === sent.username);
    if (take === undefined || track === undefined) throw new Error(`nothing was received from ${sent.name}`);
    return [
      checkedLine(
        sent,
        take,
        track.events.map(({ timeUs, data }) => ({ timeUs: firstUs + timeUs, data })),
      ),
    ];
  });
}

async function joinAs(player: Account, roomId: string) {
  return { player, room: await player.client.joinRoom(roomId, { thinning: false }) };
}

async function play({ username }: Account, room: Room, { name, events }: Piece): Promise<Sent> {
  const limits = room.snapshot.limits;
  if (limits === undefined) throw new Error('no limits');
  const speed = fastestSpeed(events, limits);
  const stamped: TimedEvent[] = [];
  const watchedRoom = {
    serverNowUs: () => room.serverNowUs(),
    setPlayer: room.setPlayer.bind(room),
    on: room.on.bind(room),
    send: (batch: readonly TimedEvent[]) => {
      stamped.push(...batch);
      return room.send(batch);
    },
  };
  const result = await playEvents(watchedRoom, events, { speed, limits });
  return { username, name, events, speed, stamped, result };
}

/** Compares what was sent with the piece, what was received with what was sent, and the file with both. */
function checkedLine(sent: Sent, take: Take, written: readonly TimedEvent[]): string {
  const { name, events, speed, stamped, result } = sent;
  expect(result).toMatchObject({ sent: events.length, endedEarly: false });
  expect(stamped).toHaveLength(events.length + result.released);
  const intended = events.map(({ timeUs, data }) => ({ timeUs: result.startUs + timeUs / speed, data }));
  const left = compareStreams(intended, stamped.slice(0, events.length));
  expect(left, `${name}: sent`).toMatchObject({ isSame: true });
  expect(spreadOf(left.differencesUs).max, `${name}: stamps`).toBeLessThanOrEqual(0.5);

  const heard = compareStreams(stamped, take.events);
  expect(heard, `${name}: received`).toMatchObject({ isSame: true, missing: 0, surplus: 0 });
  const inFile = compareStreams(stamped, written);
  expect(inFile, `${name}: in the file`).toMatchObject({ isSame: true, missing: 0, surplus: 0 });
  expect(spreadOf(inFile.differencesUs).max, `${name}: times in the file`).toBeLessThanOrEqual(fileErrorUs);

  const relayed = spreadOf(heard.differencesUs);
  const filed = spreadOf(inFile.differencesUs);
  const waits = take.events.map(({ arrivedUs, timeUs }) => timeUs - arrivedUs).toSorted((a, b) => a - b);
  const median = (waits[Math.floor(waits.length / 2)] ?? 0) / 1_000;
  const latest = (waits[Math.floor(waits.length / 100)] ?? 0) / 1_000;
  const released = result.released === 0 ? '' : ` and ${result.released} releases`;
  return (
    `${name}: ${events.length} events${released} at ${speed.toFixed(0)} times the tempo; ` +
    `times relayed off by ${inUs(relayed)}, in the file by ${inUs(filed)}; ` +
    `arrived ${median.toFixed(0)} ms before due (median), ${latest.toFixed(0)} ms (p99)`
  );
}

function piece(name: string, bytes: Uint8Array): Piece {
  return { name, events: readMidiFile(bytes).events };
}

async function makeRoom(name: string) {
  const players = await Promise.all([1, 2, 3, 4].map((number) => account(`${name}-${number}`)));
  const room = await players[0]?.client.rooms.create({ roomName: name });
  if (room === undefined) throw new Error('no room');
  return { roomId: room.roomId, players };
}

async function account(name: string): Promise<Account> {
  const client = new RoomtoneClient({ baseUrl: urls[accounts++ % urls.length] ?? '' });
  const username = `${name}-${randomBytes(3).toString('hex')}`;
  const password = randomBytes(18).toString('base64url');
  await client.register({ username, email: `${username}@example.com`, password });
  return { client, username, password };
}

function inUs({ median, p99, max }: { median: number; p99: number; max: number }): string {
  return `${median.toFixed(1)} µs (median), ${p99.toFixed(1)} (p99), ${max.toFixed(1)} (most)`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
