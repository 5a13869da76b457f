import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../../../../packages/sdk/test/random.ts';
import { createFaults, type Faults } from '../../../../../testing/faults/faults.ts';
import { migrations as known } from '../../../src/migrations/migrations.ts';
import { contentOf, rowsOf } from '../content.ts';
import { damageOf, withDatabase } from '../database.ts';
import type { Finding, ProofContext, ProofLine } from '../line.ts';
import { makeOldData } from '../old-data.ts';
import { launch, type ServerProcess } from '../server-process.ts';
import { withTmpfs } from '../tmpfs.ts';
import { whyNoFaults, whyNoMounts } from '../unavailable.ts';

const rows = 300;

/** A data directory before an upgrade, or an empty one before a first start. */
interface Before {
  readonly name: string;
  readonly dataDir: string;
  readonly content: string | undefined;
  readonly rows: ReadonlyMap<string, number>;
  /** The migrations that must have been applied afterwards. */
  readonly due: readonly string[];
}

/** The time of an undisturbed start. */
interface Span {
  readonly ms: number;
  readonly writes: number;
  readonly bytes: number;
}

export const migrations: ProofLine = {
  name: 'migrations',
  what: 'an upgrade or a first start is killed, or the disk is full',
  seed: 20_283,
  unavailable: () => whyNoFaults() ?? whyNoMounts(),
  async run(context) {
    const befores = await makeBefores(context);
    const bad = new Set<string>();
    const spans = new Map<Before, Span>();
    for (const before of befores) spans.set(before, await undisturbed(context, before, bad));
    const killed = await kills(context, spans, bad);
    // Until there is a second migration, there is no older schema to upgrade from.
    return befores.length === 1 ? [killed] : [killed, await fullDisks(context, spans)];
  },
};

/** An empty directory, and one of each older schema. */
async function makeBefores({ scratch, size }: ProofContext): Promise<readonly Before[]> {
  const due = Object.keys(known);
  const last = due.length;
  const empty = join(scratch, 'old-0');
  mkdirSync(empty);
  const befores: Before[] = [{ name: 'first start', dataDir: empty, content: undefined, rows: new Map(), due }];
  for (let steps = 1; steps < last; steps += size === 'long' ? 1 : Math.max(1, last - 2)) {
    const dataDir = join(scratch, `old-${steps}`);
    await makeOldData(dataDir, steps, rows);
    const known = withDatabase(dataDir, (database) => ({ content: contentOf(database), rows: rowsOf(database) }));
    befores.push({ name: `upgrade from schema ${steps}`, dataDir, due, ...known });
  }
  return befores;
}

async function undisturbed({ scratch }: ProofContext, before: Before, bad: Set<string>): Promise<Span> {
  return withCopy(scratch, before, async (dataDir, faults) => {
    const startMs = performance.now();
    faults.set('bytesLeft', 2 ** 40);
    const server = launch({ dataDir, env: faults.env });
    if ((await server.ready) === undefined) bad.add(`${before.name}, not killed: ${lastLine(server)}`);
    const ms = performance.now() - startMs;
    const span = { ms, writes: faults.get('writes'), bytes: 2 ** 40 - faults.get('bytesLeft') };
    await server.end('SIGKILL');
    return span;
  });
}

/** Kills half of the starts at a random write, and half at a random time. */
async function kills(
  { scratch, size, seed, say }: ProofContext,
  spans: ReadonlyMap<Before, Span>,
  bad: Set<string>,
): Promise<Finding> {
  const times = size === 'long' ? 100 : spans.size;
  const random = seededRandom(seed);
  const starts = [...spans];
  for (let kill = 0; kill < times; kill++) {
    const [before, span] = starts[kill % starts.length] ?? [];
    if (before === undefined || span === undefined) throw new Error('there is nothing to upgrade');
    const share = random();
    // From round to round, each kind of start is killed in the other way.
    const isAtWrite = (kill + Math.floor(kill / starts.length)) % 2 === 0;
    await withCopy(scratch, before, async (dataDir, faults) => {
      if (isAtWrite) faults.set('killAtWrite', 1 + Math.floor(share * span.writes));
      const server = launch({ dataDir, env: faults.env });
      await (isAtWrite ? Promise.race([server.ended, server.ready]) : delay(share * span.ms));
      await server.end('SIGKILL');
      faults.clear();
      const moment = isAtWrite
        ? `at write ${1 + Math.floor(share * span.writes)}`
        : `after ${Math.round(share * span.ms)} ms`;
      for (const problem of await problemsOfStart(before, dataDir))
        bad.add(`${before.name}, killed ${moment}: ${problem}`);
    });
    if ((kill + 1) % 20 === 0) say(`${kill + 1} kills`);
  }
  return finding('starts again, and everything is there', `${times} kills of ${starts.length} kinds of start`, bad);
}

async function fullDisks({ scratch, size, seed }: ProofContext, spans: ReadonlyMap<Before, Span>): Promise<Finding> {
  const random = seededRandom(seed + 1);
  const bad = new Set<string>();
  const upgrades = [...spans].filter(([{ content }]) => content !== undefined);
  let tried = 0;
  let upgraded = 0;
  for (const [before, { bytes: needed }] of upgrades) {
    const tries = size === 'long' ? 15 : 1;
    for (let index = 0; index < tries; index++) {
      tried++;
      const bytes = Math.floor(((index + random()) / tries) * needed * 1.25);
      await withCopy(scratch, before, async (dataDir, faults) => {
        faults.set('bytesLeft', bytes);
        const server = launch({ dataDir, env: faults.env });
        const problems = await problemsOnFullDisk(before, dataDir, server);
        if (server.said.includes('is ready')) upgraded++;
        for (const problem of problems) bad.add(`${before.name}, ${bytes} bytes left: ${problem}`);
        for (const problem of await problemsOfStart(before, dataDir))
          bad.add(`${before.name}, with space again: ${problem}`);
      });
    }
  }
  // Once more on a file system that is really full.
  const before = upgrades[0]?.[0];
  if (before !== undefined) {
    tried++;
    await withTmpfs(join(scratch, 'full'), 16 * 1024 * 1024, async (disk) => {
      const dataDir = join(disk.path, 'data');
      cpSync(before.dataDir, dataDir, { recursive: true });
      disk.fill();
      const server = launch({ dataDir });
      for (const problem of await problemsOnFullDisk(before, dataDir, server))
        bad.add(`${before.name}, tmpfs: ${problem}`);
      disk.makeRoom();
      for (const problem of await problemsOfStart(before, dataDir))
        bad.add(`${before.name}, tmpfs with space: ${problem}`);
    });
  }
  const what = `${tried} upgrades, ${upgraded} had enough space`;
  return finding('on a full disk it is complete, or says why, and is wholly old or new', what, bad);
}

/** Starts the server with enough space; resolves with the problems. */
async function problemsOfStart(before: Before, dataDir: string): Promise<string[]> {
  const server = launch({ dataDir });
  const url = await server.ready;
  if (url === undefined) return [`does not start: ${lastLine(server)}`];
  const problems = problemsOf(before, dataDir);
  await server.end('SIGTERM');
  return problems;
}

async function problemsOnFullDisk(before: Before, dataDir: string, server: ServerProcess): Promise<string[]> {
  if ((await server.ready) !== undefined) {
    await server.end('SIGKILL');
    return [];
  }
  const problems: string[] = [];
  if ((await server.ended) !== 1) problems.push(`ended with ${await server.ended}`);
  if (!/full|space|disk/i.test(server.said)) problems.push(`does not give the reason: ${lastLine(server)}`);
  // On a copy elsewhere, because SQLite needs space even to read.
  const copy = `${before.dataDir}-copy`;
  cpSync(dataDir, copy, { recursive: true, filter: (path) => !path.endsWith('-shm') });
  // If the failure came after the upgrade, the upgrade must be complete.
  const isOld = withDatabase(copy, contentOf) === before.content;
  if (!isOld) problems.push(...problemsOf(before, copy).map((problem) => `is neither old nor new: ${problem}`));
  rmSync(copy, { recursive: true });
  return problems;
}

/** The problems of an upgraded directory. */
function problemsOf(before: Before, dataDir: string): string[] {
  return withDatabase(dataDir, (database) => {
    const problems = damageOf(database);
    const after = rowsOf(database);
    const applied = database.prepare<[], string>('select name from kysely_migration order by name').pluck().all();
    if (applied.join() !== before.due.join()) problems.push(`has applied ${applied.join(', ') || 'no migration'}`);
    for (const [table, count] of before.rows) {
      // The first start makes its keys.
      if (table.startsWith('kysely') || (table === 'service_keys' && count === 0)) continue;
      if (after.get(table) !== count) problems.push(`${table} has ${after.get(table)} of ${count} rows`);
    }
    return problems;
  });
}

async function withCopy<T>(
  scratch: string,
  before: Before,
  use: (dataDir: string, faults: Faults) => Promise<T>,
): Promise<T> {
  const dataDir = join(scratch, 'copy');
  cpSync(before.dataDir, dataDir, { recursive: true });
  const faults = createFaults({ below: dataDir, scratch });
  try {
    return await use(dataDir, faults);
  } finally {
    faults.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function lastLine({ said }: ServerProcess): string {
  return said.trim().split('\n').at(-1) ?? '';
}

function finding(goal: string, tried: string, bad: ReadonlySet<string>): Finding {
  const [first, second] = bad;
  const problems = [first, second].filter((problem) => problem !== undefined).join('; ');
  return {
    goal,
    measured: bad.size === 0 ? tried : `${tried}; ${bad.size} problems: ${problems}`,
    held: bad.size === 0,
  };
}
