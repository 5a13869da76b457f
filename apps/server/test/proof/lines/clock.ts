import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { serviceLimits } from '@roomtone/protocol';
import { RoomtoneClient } from '@roomtone/sdk';
import { createFaults, type Faults } from '../../../../../testing/faults/faults.ts';
import { runJobs } from '../jobs.ts';
import type { Finding, ProofContext, ProofLine, ProofSize } from '../line.ts';
import {
  failLogins,
  isLoginLocked,
  isMuted,
  joinRefusal,
  type PreparedServer,
  prepareServer,
  signedIn,
} from '../prepared-server.ts';
import { freePort, type ServerProcess, start } from '../server-process.ts';
import { whyNoFaults } from '../unavailable.ts';
import { until } from '../wait.ts';

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;
const answerMs = 10_000;
const noteMs = 5_000;

/** How far the clock jumps, and when. */
const jumps = [hourMs, -hourMs, yearMs].flatMap((offsetMs) => [
  { offsetMs, when: 'at the start' as const },
  { offsetMs, when: 'while it runs' as const },
]);
type Jump = (typeof jumps)[number];

/** In the short form, the clock is wrong by an hour in one direction at the start, and in the other while the server runs. */
function jumpsOf(size: ProofSize): readonly Jump[] {
  if (size === 'long') return jumps;
  return jumps.filter(({ offsetMs, when }) => offsetMs !== (when === 'at the start' ? hourMs : -hourMs));
}

/** Failures, by the goal that they concern. */
interface Misses {
  readonly rooms: Set<string>;
  readonly accounts: Set<string>;
  readonly order: Set<string>;
  readonly sessions: Set<string>;
  readonly locks: Set<string>;
  readonly playing: Set<string>;
}

export const clock: ProofLine = {
  name: 'clock',
  what: 'the clock is wrong by an hour or a year, at the start or while the server runs',
  seed: 20_285,
  unavailable: whyNoFaults,
  async run(context) {
    const names = ['rooms', 'accounts', 'order', 'sessions', 'locks', 'playing'] as const;
    const misses = Object.fromEntries(names.map((name) => [name, new Set<string>()])) as unknown as Misses;
    const tried = jumpsOf(context.size);
    await runJobs(
      2,
      tried.map((jump) => () => tryJump(context, jump, misses)),
    );
    const finding = (goal: string, missed: ReadonlySet<string>): Finding => ({
      goal,
      measured: missed.size === 0 ? `${tried.length} jumps` : `${tried.length} jumps; ${[...missed].join('; ')}`,
      held: missed.size === 0,
    });
    return [
      finding('rooms stay', misses.rooms),
      finding('people can sign in', misses.accounts),
      finding('bans and mutes hold, those for a time when the clock is right again', misses.order),
      finding('sessions last, when the clock is right again', misses.sessions),
      finding('locks of logins last as long as ever', misses.locks),
      finding('chat and notes go on', misses.playing),
    ];
  },
};

async function tryJump({ scratch, size, say }: ProofContext, jump: Jump, misses: Misses): Promise<void> {
  const { offsetMs, when } = jump;
  const name = `${offsetMs > 0 ? '+' : '-'}${Math.abs(offsetMs) === yearMs ? '1 year' : '1 h'} ${when}`;
  const folder = join(scratch, `jump-${jumps.indexOf(jump)}`);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  const faults = createFaults({ below: dataDir, scratch: folder });
  const port = String(await freePort());
  let server = await start({ dataDir, env: { ...faults.env, ROOMTONE_PORT: port } });
  const restart = async (clockMs: number): Promise<ServerProcess> => {
    await server.end('SIGTERM');
    faults.set('clockOffsetMs', clockMs);
    server = await start({ dataDir, env: { ...faults.env, ROOMTONE_PORT: port } });
    return server;
  };
  const prepared = await prepareServer(server.url);
  const missed = (of: Set<string>) => (what: string) => void of.add(`${name}: ${what}`);

  const isRunning = when === 'while it runs';
  if (isRunning) {
    await failLogins(prepared.url, 'bob');
    const lockedAtMs = performance.now();
    faults.set('clockOffsetMs', offsetMs);
    await tryPlaying(prepared, Math.abs(offsetMs) === yearMs, missed(misses.playing));
    await tryLock(prepared.url, `${name}, clock wrong`, lockedAtMs, misses);
    await tryWrongClock(prepared, name, misses);
    faults.set('clockOffsetMs', 0);
    await tryLock(prepared.url, `${name}, clock right again`, lockedAtMs, misses);
    if (size === 'long') await tryUnlocking(prepared.url, faults, offsetMs, missed(misses.locks));
    await tryRightClock(prepared, name, misses);
  } else {
    prepared.band.close();
    await restart(offsetMs);
    await tryWrongClock(prepared, name, misses);
    await restart(0);
    await tryRightClock(prepared, name, misses);
  }
  prepared.band.close();
  await server.end('SIGTERM');
  faults.close();
  say(name);
}

async function tryPlaying({ band }: PreparedServer, mayExpire: boolean, miss: (what: string) => void): Promise<void> {
  const notes = await band.notesMissed(20, noteMs);
  const said = await band.say('what time is it?', answerMs);
  // A session that expires when a year has passed ends its connections.
  const isExpired = band.players.some(({ state }) => state.status === 'closed' && state.reason.kind === 'sessionEnded');
  if (mayExpire && isExpired) return;
  if (notes > 0) miss(`${notes} notes missing`);
  if (said !== '') miss(`chat: ${said}`);
}

/** Checks what must hold even while the clock is wrong. */
async function tryWrongClock(prepared: PreparedServer, name: string, misses: Misses): Promise<void> {
  const ada = await signedIn(prepared.url, 'ada');
  if (typeof ada === 'string') misses.accounts.add(`${name}: ${ada}`);
  await tryRooms(prepared, `${name}, clock wrong`, misses);
  if ((await joinRefusal(prepared, 'banned')) !== 'banned')
    misses.order.add(`${name}, clock wrong: the ban does not hold`);
  if (!(await isMuted(prepared, 'muted'))) misses.order.add(`${name}, clock wrong: the mute does not hold`);
  // A sign-in deletes expired sessions, but must not do so by a wrong clock.
  await signedIn(prepared.url, 'idle');
  if (typeof ada !== 'string') await banOneMore(prepared, ada).catch(() => {});
}

/** A new ban deletes expired ones, but must not do so by a wrong clock. */
async function banOneMore({ band }: PreparedServer, owner: RoomtoneClient): Promise<void> {
  const room = await owner.joinRoom(band.roomId, { timeoutMs: answerMs });
  try {
    const { userId } = await owner.users.get('banned-later');
    await room.moderation.ban({ userId });
  } finally {
    room.close();
  }
}

/** Checks what must hold once the clock is right again. */
async function tryRightClock(prepared: PreparedServer, name: string, misses: Misses): Promise<void> {
  await tryRooms(prepared, `${name}, clock right again`, misses);
  const ada = await signedIn(prepared.url, 'ada');
  if (typeof ada === 'string') misses.accounts.add(`${name}, clock right again: ${ada}`);
  for (const who of ['banned', 'banned-for-a-month', 'banned-later']) {
    if ((await joinRefusal(prepared, who)) !== 'banned')
      misses.order.add(`${name}, clock right again: ${who} can join`);
  }
  if (!(await isMuted(prepared, 'muted'))) misses.order.add(`${name}, clock right again: the mute does not hold`);
  try {
    await prepared.idle.refreshUser();
    await prepared.idle.account.profile();
  } catch (error) {
    misses.sessions.add(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}

async function tryRooms({ url, band, idleRoomId }: PreparedServer, name: string, misses: Misses): Promise<void> {
  try {
    const { rooms } = await new RoomtoneClient({ baseUrl: url }).rooms.list();
    for (const roomId of [band.roomId, idleRoomId]) {
      if (!rooms.some((room) => room.roomId === roomId)) misses.rooms.add(`${name}: a room is missing`);
    }
  } catch (error) {
    misses.rooms.add(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Checks that even the right password is refused while a login is locked. */
async function tryLock(url: string, name: string, lockedAtMs: number, { locks }: Misses): Promise<void> {
  const isLocked = await isLoginLocked(url);
  const mayBeOver = performance.now() - lockedAtMs >= serviceLimits.loginLock.lockMs;
  if (!isLocked && !mayBeOver) locks.add(`${name}: the lock is gone`);
}

async function tryUnlocking(
  url: string,
  faults: Faults,
  offsetMs: number,
  miss: (what: string) => void,
): Promise<void> {
  // The lock began while the clock was right, and has to end while it is wrong.
  faults.set('clockOffsetMs', offsetMs);
  const tookMs = await until(serviceLimits.loginLock.lockMs + 15_000, async () => !(await isLoginLocked(url)));
  faults.set('clockOffsetMs', 0);
  if (tookMs === undefined) miss('the lock does not end');
}
