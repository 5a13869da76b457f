import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Log } from '../../ports/log.ts';

/** After the start, which reads the pages of small databases only, and then every day. */
const firstCheckMs = 60_000;
const nextChecksMs = 86_400_000;

export interface IntegrityDeps {
  readonly log: Pick<Log, 'error' | 'warn'>;
  /** Calls back once after a while, unless the process ends before. */
  readonly later?: (run: () => void, ms: number) => void;
  readonly check?: (path: string) => Promise<readonly string[]>;
}

/** The database as a whole, with its indexes. */
export interface Integrity {
  /** False once a check has found damage. */
  readonly isWhole: boolean;
}

/** Checks a database in the background, from time to time (S21.10). */
export function watchIntegrity(
  path: string,
  { log, later = unreferenced, check = findDamage }: IntegrityDeps,
): Integrity {
  const integrity = { isWhole: true };
  const run = async () => {
    try {
      const problems = await check(path);
      integrity.isWhole = problems.length === 0;
      if (problems.length > 0) log.error({ path, problems }, 'the database is damaged: restore a backup');
    } catch (error) {
      log.warn({ err: error }, 'the database could not be checked');
    }
    later(run, nextChecksMs);
  };
  later(run, firstCheckMs);
  return integrity;
}

/** The problems of a database; none if it is whole. */
export async function findDamage(path: string): Promise<readonly string[]> {
  const file = import.meta.url.endsWith('.ts') ? './integrity-worker.ts' : './integrity-worker.js';
  const worker = new Worker(new URL(file, import.meta.url), { workerData: path });
  worker.unref();
  const [problems] = (await once(worker, 'message')) as [readonly string[]];
  return problems;
}

function unreferenced(run: () => void, ms: number): void {
  setTimeout(run, ms).unref();
}
