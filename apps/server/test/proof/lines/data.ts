import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../../../../packages/sdk/test/random.ts';
import { fileNames } from '../../../src/adapters/files/file-names.ts';
import { type BadData, badData } from '../bad-data.ts';
import { formBand } from '../band.ts';
import { differences, filesOf } from '../content.ts';
import { runJobs } from '../jobs.ts';
import { Ledger } from '../ledger.ts';
import type { Finding, ProofContext, ProofLine } from '../line.ts';
import { launch, start } from '../server-process.ts';
import { whyNoMounts } from '../unavailable.ts';
import { until } from '../wait.ts';

/** Matches a message that tells the host what to do. */
const advice = /restore|backup|start that version|empty|move|remove|choose|make|give|mount|\bset\b/i;
const answerMs = 10_000;
/** The time that a server may take to notice that its database was replaced. */
const noticeMs = 15_000;

export const data: ProofLine = {
  name: 'data',
  what: 'the data directory is damaged, foreign, missing, newer, read-only or in use',
  seed: 20_286,
  unavailable: whyNoMounts,
  async run(context) {
    const whole = await makeData(context);
    return [...(await tryBadData(context, whole)), await tryTwoServers(whole), await tryReplaced(context, whole)];
  },
};

/** Makes a good directory, written by a server that has stopped. */
async function makeData({ scratch }: ProofContext): Promise<string> {
  const dataDir = join(scratch, 'whole');
  const server = await start({ dataDir });
  const band = await formBand(server.url, new Ledger());
  for (let index = 0; index < 20; index++) {
    await band.clients[0].account.update({ settings: { theme: index % 2 === 0 ? 'light' : 'dark' } });
  }
  for (let index = 0; index < 5; index++) await band.say(`hello ${index}`, answerMs);
  band.close();
  await server.end('SIGTERM');
  return dataDir;
}

async function tryBadData({ scratch, seed, say }: ProofContext, whole: string): Promise<readonly Finding[]> {
  const unclear: string[] = [];
  const changed: string[] = [];
  const random = seededRandom(seed);
  await runJobs(
    2,
    badData.map((bad, index) => async () => {
      const dataDir = join(scratch, `bad-${index}`);
      cpSync(whole, dataDir, { recursive: true });
      bad.damage(dataDir, random);
      const before = filesOf(dataDir, isData);
      const server = launch({ dataDir, env: bad.env ?? {}, through: bad.through?.(dataDir) ?? [] });
      const url = await server.ready;
      if (url !== undefined) await server.end('SIGTERM');
      const end = await server.ended;
      const problem = url === undefined ? whyUnclear(bad, dataDir, end, server.said) : 'it starts';
      if (problem !== undefined) unclear.push(`${bad.name}: ${problem}`);
      const others = differences(before, filesOf(dataDir, isData));
      if (others.length > 0) changed.push(`${bad.name}: ${others.join(', ')}`);
      say(`${bad.name}: ${url === undefined ? server.said.trim() : 'it starts'}`);
      rmSync(dataDir, { recursive: true });
    }),
  );
  const count = `${badData.length} kinds of bad data`;
  return [
    {
      goal: 'it names the file and a way out, and ends with 1 or 2',
      measured: [count, ...unclear].join('; '),
      held: unclear.length === 0,
    },
    { goal: 'nothing has changed', measured: [count, ...changed].join('; '), held: changed.length === 0 },
  ];
}

function whyUnclear(bad: BadData, dataDir: string, end: unknown, said: string): string | undefined {
  if (end !== 1 && end !== 2) return `it ended with ${end}`;
  const path = bad.file === '' ? dataDir : join(dataDir, bad.file);
  if (!said.includes(path)) return `it does not name ${bad.file || 'the directory'}: ${said.trim()}`;
  return advice.test(said.replaceAll(path, '')) ? undefined : `it does not say what to do: ${said.trim()}`;
}

/** False for the lock, and for the files that SQLite keeps next to an open database. */
function isData(path: string): boolean {
  return !path.startsWith('lock.sqlite') && !/-(shm|wal)$/.test(path);
}

async function tryTwoServers(dataDir: string): Promise<Finding> {
  const goal = 'of two servers on one directory the second ends with 3, and the first goes on';
  const first = await start({ dataDir });
  const second = launch({ dataDir });
  const end = await second.ended;
  const { ok } = await fetch(`${first.url}/api/rooms`);
  const isSaid = second.said.includes(dataDir);
  await first.end('SIGTERM');
  const measured = `the second ended with ${end}${isSaid ? '' : ' and did not name the directory'}`;
  return { goal, measured, held: end === 3 && ok && isSaid };
}

/** Replaces the database of a running server with another one. */
async function tryReplaced({ scratch }: ProofContext, whole: string): Promise<Finding> {
  const dataDir = join(scratch, 'taken-away');
  cpSync(whole, dataDir, { recursive: true });
  const server = await start({ dataDir });
  const band = await formBand(server.url, new Ledger(), ['cem', 'dan']);
  const path = join(dataDir, fileNames.database);
  cpSync(join(whole, fileNames.database), `${path}.other`);
  renameSync(`${path}.other`, path);
  const before = filesOf(dataDir, (name) => name === fileNames.database);
  const noticedMs = await until(noticeMs, async () => !server.isRunning || (await band.write(answerMs)) !== '');
  band.close();
  await server.end('SIGTERM');
  const isChanged =
    differences(
      before,
      filesOf(dataDir, (name) => name === fileNames.database),
    ).length > 0;
  const words =
    noticedMs === undefined ? `not noticed within ${noticeMs / 1000} s` : `noticed after ${Math.round(noticedMs)} ms`;
  return {
    goal: 'a database that is replaced under a running server is noticed, and left alone',
    measured: `${words}${isChanged ? '; the other database has changed' : ''}`,
    held: noticedMs !== undefined && !isChanged,
  };
}
