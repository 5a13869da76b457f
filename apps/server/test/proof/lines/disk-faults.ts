import { execFileSync } from 'node:child_process';
import { constants, mkdirSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { RoomtoneClient } from '@roomtone/sdk';
import { createFaults, errno, type Faults } from '../../../../../testing/faults/faults.ts';
import { type Band, formBand } from '../band.ts';
import { withDatabase } from '../database.ts';
import { runJobs } from '../jobs.ts';
import { Ledger } from '../ledger.ts';
import type { Finding, ProofContext, ProofLine } from '../line.ts';
import { type Supervised, supervise } from '../supervisor.ts';
import { withTmpfs } from '../tmpfs.ts';
import { whyNoFaults, whyNoMounts } from '../unavailable.ts';
import { until, whyNot, within } from '../wait.ts';

const noteCount = 40;
/** How long players wait for notes, and for other answers, during a fault. */
const noteMs = 5_000;
const answerMs = 12_000;
const recoveryMs = 30_000;
/** The time within which a server must stop. */
const stopMs = 10_000;

interface DiskFault {
  readonly name: string;
  /** True if storage does not answer at all: reads may then be answered with an error. */
  readonly hangs?: boolean;
  begin(faults: Faults): void;
}

/** The slowest first. */
const diskFaultKinds: readonly DiskFault[] = [
  { name: 'writes hang', hangs: true, begin: (faults) => faults.set('writeHangs', 1) },
  { name: 'fsync hangs', hangs: true, begin: (faults) => faults.set('syncHangs', 1) },
  { name: 'disk full', begin: (faults) => faults.set('bytesLeft', 0) },
  { name: 'writes fail (EIO)', begin: (faults) => faults.set('writeError', errno.EIO) },
  { name: 'fsync fails (EIO)', begin: (faults) => faults.set('syncError', errno.EIO) },
  { name: 'fsync does nothing', begin: (faults) => faults.set('syncDropped', 1) },
  { name: 'fsync takes 500 ms', begin: (faults) => faults.set('syncDelayMs', 500) },
];

/** Failures by goal, each as `fault: what happened`. */
interface Misses {
  readonly falseAcknowledgements: string[];
  readonly reading: string[];
  readonly notes: string[];
  readonly recovery: string[];
  readonly stop: string[];
  readonly slowStops: string[];
}

export const diskFaults: ProofLine = {
  name: 'disk-faults',
  what: 'the disk fails, hangs or is full, or nobody takes the log',
  seed: 20_284,
  mostlyWaits: true,
  unavailable: () => whyNoFaults() ?? whyNoMounts(),
  async run(context) {
    const misses: Misses = { falseAcknowledgements: [], reading: [], notes: [], recovery: [], stop: [], slowStops: [] };
    const jobs = [
      ...diskFaultKinds.map((kind) => () => tryDisk(context, kind, misses)),
      () => tryFullLog(context, misses),
      () => tryStalledLog(context, misses),
    ];
    const count = jobs.length;
    await runJobs(4, jobs);
    const finding = (goal: string, missed: readonly string[]): Finding => ({
      goal,
      measured: missed.length === 0 ? `${count} faults` : `${count} faults; ${missed.join('; ')}`,
      held: missed.length === 0,
    });
    return [
      finding('nothing is acknowledged falsely', misses.falseAcknowledgements),
      finding('reading goes on', misses.reading),
      finding('notes go on', misses.notes),
      finding('it recovers by itself', misses.recovery),
      finding('it stops when it is told to', misses.stop),
      { ...finding(`it stops within ${stopMs / 1000} s`, misses.slowStops), isTiming: true },
    ];
  },
};

async function tryDisk({ scratch, say }: ProofContext, kind: DiskFault, misses: Misses): Promise<void> {
  const folder = join(scratch, kind.name.replace(/\W+/g, '-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  const faults = createFaults({ below: dataDir, scratch: folder });
  const server = await supervise({ dataDir, env: faults.env });
  await tryServer({ name: kind.name, hangs: kind.hangs === true, dataDir, server, say }, misses, {
    begin: () => kind.begin(faults),
    end: () => faults.clear(),
  });
  faults.close();
}

/** Standard output is a file on a full disk. */
async function tryFullLog({ scratch, say }: ProofContext, misses: Misses): Promise<void> {
  const dataDir = join(scratch, 'full-log-data');
  mkdirSync(dataDir);
  await withTmpfs(join(scratch, 'full-log'), 1024 * 1024, async (disk) => {
    const stdout = openSync(join(disk.path, 'log'), 'a');
    const server = await supervise({ dataDir, stdout, env: { ROOMTONE_LOG_LEVEL: 'trace' } });
    await tryServer({ name: 'log on a full disk', hangs: false, dataDir, server, say }, misses, {
      begin: () => disk.fill(),
      end: () => disk.makeRoom(),
    });
  });
}

/** Standard output is a pipe that nobody reads. */
async function tryStalledLog({ scratch, say }: ProofContext, misses: Misses): Promise<void> {
  const dataDir = join(scratch, 'stalled-log-data');
  mkdirSync(dataDir);
  const path = join(scratch, 'stalled-log');
  execFileSync('mkfifo', [path]);
  // Open for reading as well, because without a reader writes would fail instead of blocking.
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const server = await supervise({ dataDir, stdout: openSync(path, 'w'), env: { ROOMTONE_LOG_LEVEL: 'trace' } });
  await tryServer({ name: 'log pipe that is never read', hangs: false, dataDir, server, say }, misses, {
    begin: () => logMuch(server.url),
    end: () => readAll(pipe),
  });
}

/** Makes the server log far more than a pipe can hold; gives up if it stops answering. */
async function logMuch(url: string): Promise<void> {
  let left = 1_500;
  const next = async () => {
    for (; left > 0; left--) {
      const answer = await fetch(`${url}/api/server`, { signal: AbortSignal.timeout(answerMs) });
      await answer.text();
    }
  };
  await Promise.all(Array.from({ length: 8 }, next)).catch(() => {
    left = 0;
  });
}

function readAll(pipe: number): void {
  const buffer = Buffer.alloc(64 * 1024);
  try {
    while (readSync(pipe, buffer) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
}

interface UnderTest {
  readonly name: string;
  readonly hangs: boolean;
  readonly dataDir: string;
  readonly server: Supervised;
  say(text: string): void;
}

async function tryServer(
  { name, hangs, dataDir, server, say }: UnderTest,
  misses: Misses,
  fault: { begin(): void | Promise<void>; end(): void },
): Promise<void> {
  const ledger = new Ledger();
  const band = await formBand(server.url, ledger);
  await fault.begin();

  const [missed, said, written, unread] = await Promise.all([
    band.notesMissed(noteCount, noteMs),
    band.say('in trouble', answerMs),
    band.write(answerMs),
    readProblem(server.url, band, hangs),
  ]);
  if (missed > 0) misses.notes.push(`${name}: ${missed} of ${2 * noteCount} missing`);
  if (unread !== undefined) misses.reading.push(`${name}: ${unread}`);
  const restarts = server.ends.length;

  fault.end();
  let last = '';
  const recoveredMs = await until(recoveryMs, async () => {
    last = (await band.write(answerMs)) || (await band.say('well again', answerMs));
    return last === '';
  });
  const isWell = recoveredMs !== undefined && (await band.isTogether(recoveryMs));
  if (!isWell) misses.recovery.push(`${name}: ${last || 'the players are not both in the room'}`);
  else if ((await band.notesMissed(noteCount, noteMs)) > 0) misses.recovery.push(`${name}: notes are missing`);

  await fault.begin();
  const startMs = performance.now();
  const end = await server.stop();
  const tookMs = performance.now() - startMs;
  fault.end();
  // Storage that hangs cannot be closed: the server exits nevertheless, and reports it with status 1.
  if (end !== 0 && !(hangs && end === 1)) misses.stop.push(`${name}: ended with ${end} after ${Math.round(tookMs)} ms`);
  if (tookMs > stopMs) misses.slowStops.push(`${name}: ${Math.round(tookMs)} ms`);
  band.close();

  const lost = withDatabase(dataDir, (database) => ledger.lost(database));
  if (lost.length > 0) misses.falseAcknowledgements.push(`${name}: ${lost.slice(0, 3).join(', ')}`);
  const words = [`chat ${said || 'stored'}`, `room ${written || 'stored'}`, `${restarts} restarts during the fault`];
  say(
    `${name}: ${words.join(', ')}; recovered in ${Math.round(recoveredMs ?? Number.NaN)} ms, stopped in ${Math.round(tookMs)} ms`,
  );
}

/** Reads rooms by REST and through the lobby; resolves with the problems, if any. */
async function readProblem(url: string, band: Band, hangs: boolean): Promise<string | undefined> {
  const problems = await Promise.all([
    whyNot(
      within(
        answerMs,
        fetch(`${url}/api/rooms`).then(({ status }) => {
          if (status !== 200 && !hangs) throw new Error(`GET /api/rooms answered ${status}`);
        }),
      ),
    ),
    whyNot(visitLobby(band.clients[1])).then((why) => (hangs ? undefined : why && `lobby: ${why}`)),
  ]);
  return problems.filter((problem) => problem !== undefined).join(', ') || undefined;
}

async function visitLobby(client: RoomtoneClient): Promise<void> {
  (await client.joinLobby({ timeoutMs: answerMs })).close();
}
