import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../../../../packages/sdk/test/random.ts';
import { damageOf, withDatabase } from '../database.ts';
import { Ledger } from '../ledger.ts';
import type { Finding, ProofContext, ProofLine } from '../line.ts';
import { freePort, launch, start } from '../server-process.ts';
import { Writer } from '../writer.ts';

export const backups: ProofLine = {
  name: 'backups',
  what: 'backups are taken under load, and restored',
  seed: 20_289,
  run: async (context) => [await tryBackups(context)],
};

async function tryBackups({ scratch, size, seed, say }: ProofContext): Promise<Finding> {
  const count = size === 'long' ? 20 : 2;
  const dataDir = join(scratch, 'busy');
  const env = { ROOMTONE_PORT: String(await freePort()) };
  const server = await start({ dataDir, env });
  let moment = 0;
  const ledger = new Ledger(() => moment);
  const people = [0, 1, 2].map(
    (index) => new Writer(server.url, `writer-${index}`, ledger, seededRandom(seed + index)),
  );
  for (const person of people) await person.begin();
  const stop = new AbortController();
  const writing = Promise.all(people.map((person) => person.write(stop.signal)));
  const problems: string[] = [];
  for (; moment < count; ) {
    // Writes acknowledged from now on need not be in this backup.
    const command = launch({ dataDir, args: ['backup', join(scratch, `backup-${moment++}.tar.gz`)] });
    const end = await Promise.race([command.ended, writing]);
    if (end !== 0) problems.push(`a backup ended with ${String(end)}: ${command.said}`);
  }
  stop.abort();
  await writing;
  await server.end('SIGTERM');
  for (let index = 0; index < count; index++) {
    const restored = join(scratch, `restored-${index}`);
    const archive = join(scratch, `backup-${index}.tar.gz`);
    for (const problem of await problemsOfRestore(archive, restored, index, ledger)) problems.push(problem);
    if (index < count - 1) rmSync(restored, { recursive: true, force: true });
  }
  problems.push(...(await problemsOfRestored(join(scratch, `restored-${count - 1}`), env, people)));
  problems.push(...(await problemsOfHalf(join(scratch, 'backup-0.tar.gz'), join(scratch, 'half'))));
  say(`${count} backups of ${ledger.size} acknowledged writes`);
  return {
    goal: 'backups that are taken under load are restored whole',
    measured: [`${count} backups, ${ledger.size} writes acknowledged`, ...problems].join('; '),
    held: problems.length === 0,
  };
}

async function problemsOfRestore(archive: string, dataDir: string, until: number, ledger: Ledger): Promise<string[]> {
  const restore = launch({ dataDir, args: ['restore', archive] });
  const end = await restore.ended;
  if (end !== 0) return [`a restore ended with ${end}: ${restore.said.trim()}`];
  return withDatabase(dataDir, (database) => [
    ...damageOf(database),
    ...ledger.lost(database, until).map((thing) => `a backup lacks ${thing}`),
  ]);
}

/** Checks that users are still signed in to a restored server. */
async function problemsOfRestored(
  dataDir: string,
  env: Readonly<Record<string, string>>,
  people: readonly Writer[],
): Promise<string[]> {
  const server = await start({ dataDir, env });
  try {
    for (const { client } of people) {
      await client.refreshUser();
      await client.account.profile();
    }
    return [];
  } catch (error) {
    return [`a session is lost: ${error instanceof Error ? error.message : error}`];
  } finally {
    await server.end('SIGTERM');
  }
}

/** Checks that half an archive is refused and leaves nothing behind. */
async function problemsOfHalf(archive: string, dataDir: string): Promise<string[]> {
  const half = `${archive}.half`;
  const bytes = readFileSync(archive);
  writeFileSync(half, bytes.subarray(0, Math.floor(bytes.length / 2)));
  const restore = launch({ dataDir, args: ['restore', half] });
  const end = await restore.ended;
  const isLeft = existsSync(dataDir);
  return [
    ...(end === 1 ? [] : [`restoring half an archive ended with ${end}`]),
    ...(isLeft ? ['half an archive left something behind'] : []),
  ];
}
