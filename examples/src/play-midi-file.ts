// Plays a Standard MIDI File into a room. See README.md, or run it with --help.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { TimedEvent } from '@roomtone/protocol';
import type { Room, RoomtoneClient } from '@roomtone/sdk';
import { readMidiFile } from '@roomtone/smf';
import { playEvents } from './playing.ts';
import { destinationFrom, destinationOptions, joinRoom, runProgram, signedIn, UsageError } from './program.ts';
import { Progress, timeText } from './progress.ts';
import { fastestSpeed } from './speed.ts';

const usage = `Usage: node play-midi-file.js FILE.mid --room=ID [options]

  --server URL       the server (default: http://127.0.0.1:7420)
  --room=ID          the room to play in; its password, if any, is read from ROOMTONE_ROOM_PASSWORD
  --user NAME        the account to play as; without it, a new one with a random password is created
  --password-stdin   read the account's password from standard input instead of ROOMTONE_PASSWORD
  --speed N          multiple of the file's tempo (default: 1)
  --fast             as fast as the room's quota allows
`;

const options = {
  ...destinationOptions,
  speed: { type: 'string', default: '1' },
  fast: { type: 'boolean', default: false },
} as const;

await runProgram(usage, async (signal) => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError('Give one MIDI file to play.');
  const speed = Number(values.speed);
  if (!(speed > 0 && speed <= 1_000)) throw new UsageError('--speed must be a number above 0, at most 1000.');
  const destination = await destinationFrom(values);

  const { events } = readMidiFile(await readFile(path));
  if (events.length === 0) throw new Error(`${basename(path)} has nothing to play.`);
  const client = await signedIn(destination);
  const isThrowaway = client.user === undefined;
  if (isThrowaway) await registerThrowaway(client);
  const room = await joinRoom(client, destination, signal);
  try {
    say(`${client.user?.username ?? ''} plays ${basename(path)} in “${room.info.roomName}”.`);
    return await perform(room, events, values.fast ? 'fastest' : speed, signal);
  } finally {
    await room.leave();
    await client.logout().catch(() => {});
  }
});

async function perform(
  room: Room,
  events: readonly TimedEvent[],
  wanted: number | 'fastest',
  signal: AbortSignal,
): Promise<number> {
  const limits = room.snapshot.limits;
  if (limits === undefined) throw new Error('The server did not announce its limits.');
  const fastest = fastestSpeed(events, limits);
  const speed = wanted === 'fastest' ? fastest : Math.min(wanted, fastest);
  if (wanted !== 'fastest' && speed < wanted) {
    say(`This is denser than the room's quota allows: playing at ${speed.toFixed(2)} times the tempo.`);
  }
  const durationUs = events.at(-1)?.timeUs ?? 0;
  const progress = new Progress(process.stderr);
  try {
    const result = await playEvents(room, events, {
      speed,
      limits,
      signal,
      onProgress: ({ sent, total, positionUs }) => {
        const text = `${timeText(positionUs)} of ${timeText(durationUs)}, ${sent} of ${total} events`;
        progress.show(text, sent / total);
      },
    });
    progress.end();
    const released = result.released === 0 ? '' : ` ${result.released} notes and pedals were released at the end.`;
    say(`The server accepted ${result.sent} of ${events.length} events.${released}`);
    return result.endedEarly ? 130 : 0;
  } finally {
    progress.end();
  }
}

/** Registers an account for this run only; its password is not kept. */
async function registerThrowaway(client: RoomtoneClient): Promise<void> {
  const username = `midi-${randomBytes(5).toString('hex')}`;
  const password = randomBytes(24).toString('base64url');
  await client.register({ username, email: `${username}@example.com`, password });
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
