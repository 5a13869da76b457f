import { join } from 'node:path';
import { type Band, formBand } from '../band.ts';
import { damageOf, withDatabase } from '../database.ts';
import { type Inspector, inspect, inspectable } from '../inspector.ts';
import { runJobs } from '../jobs.ts';
import { Ledger } from '../ledger.ts';
import type { Finding, ProofContext, ProofLine } from '../line.ts';
import { supervise } from '../supervisor.ts';
import { until } from '../wait.ts';

const answerMs = 10_000;
/** The longest time until a failure is noticed, and until clients are back. */
const endMs = 40_000;
const backMs = 40_000;
const noteMs = 5_000;
/** Small, so that a thread runs out of memory before the machine does. */
const heapMb = 128;

interface Crash {
  readonly name: string;
  /** The expected exit statuses or signals. */
  readonly ends: readonly (number | NodeJS.Signals)[];
  readonly thread: 'main' | 'storage';
  /** Code that the thread runs. */
  readonly code: string;
  /** True if it takes long until the crash is noticed: such crashes are only in the long form. */
  readonly isSlow?: boolean;
}

const exhaustMemory = 'const hoard = []; for (;;) hoard.push(new Array(10_000).fill(hoard.length));';
/** The signals by which V8 ends a process that is out of memory. */
const memoryEnds = ['SIGABRT', 'SIGTRAP', 'SIGILL'] as const;

const kinds: readonly Crash[] = [
  { name: 'an uncaught exception', thread: 'main', ends: [1], code: "throw new Error('for the proof')" },
  { name: 'an unhandled rejection', thread: 'main', ends: [1], code: "Promise.reject(new Error('for the proof'))" },
  { name: 'the main thread is out of memory', thread: 'main', ends: memoryEnds, code: exhaustMemory },
  { name: 'the storage thread throws', thread: 'storage', ends: [1], code: "throw new Error('for the proof')" },
  { name: 'the storage thread ends', thread: 'storage', ends: [1], code: 'process.exit(0)' },
  { name: 'the storage thread hangs', thread: 'storage', ends: [1], code: 'for (;;);', isSlow: true },
  { name: 'the storage thread is out of memory', thread: 'storage', ends: [1], code: exhaustMemory },
];

/** Failures, each as `crash: what happened`. */
interface Misses {
  readonly ends: string[];
  readonly back: string[];
  readonly lost: string[];
}

export const crashes: ProofLine = {
  name: 'crashes',
  what: 'a thread of the server throws, hangs or is out of memory',
  seed: 20_287,
  async run(context) {
    const misses: Misses = { ends: [], back: [], lost: [] };
    const times = context.size === 'long' ? 5 : 1;
    const tried = kinds.filter(({ isSlow }) => context.size === 'long' || isSlow !== true);
    const jobs = Array.from({ length: times }, (_, round) => tried.map((crash) => ({ crash, round }))).flat();
    await runJobs(
      2,
      jobs.map(
        ({ crash, round }) =>
          () =>
            tryCrash(context, crash, round, misses),
      ),
    );
    const finding = (goal: string, missed: readonly string[]): Finding => ({
      goal,
      measured: [`${jobs.length} crashes`, ...missed].join('; '),
      held: missed.length === 0,
    });
    return [
      finding('it ends with status 1 (by a signal where memory is out), so that it is started again', misses.ends),
      finding('clients come back by themselves and play on', misses.back),
      finding('nothing acknowledged is lost', misses.lost),
    ];
  },
};

async function tryCrash({ scratch, say }: ProofContext, crash: Crash, round: number, misses: Misses): Promise<void> {
  const dataDir = join(scratch, `crash-${kinds.indexOf(crash)}-${round}`);
  const env = { NODE_OPTIONS: `${inspectable.NODE_OPTIONS} --max-old-space-size=${heapMb}` };
  const server = await supervise({ dataDir, env });
  const ledger = new Ledger();
  const band = await formBand(server.url, ledger);
  const inspector = await inspect(server.current);
  const stop = new AbortController();
  const writing = writeUntil(stop.signal, band);
  await runCrash(inspector, crash);
  const endedMs = await until(endMs, () => server.ends.length > 0);
  const [end] = server.ends;
  if (end === undefined) {
    misses.ends.push(`${crash.name}: it did not end`);
    // A host would kill it as well.
    server.current.child.kill('SIGKILL');
  } else if (!crash.ends.includes(end)) misses.ends.push(`${crash.name}: it ended with ${end}`);
  const isBack = await until(backMs, async () => (await band.say('back', answerMs)) === '');
  if (isBack === undefined || !(await band.isTogether(backMs))) {
    misses.back.push(`${crash.name}: ${band.players.map(({ state }) => JSON.stringify(state)).join(', ')}`);
  } else if ((await band.notesMissed(20, noteMs)) > 0) misses.back.push(`${crash.name}: notes are missing`);
  stop.abort();
  await writing;
  band.close();
  await server.stop();
  withDatabase(dataDir, (database) => {
    for (const problem of [...ledger.lost(database), ...damageOf(database)])
      misses.lost.push(`${crash.name}: ${problem}`);
  });
  say(
    `${crash.name}: ended with ${end ?? 'nothing'} after ${Math.round(endedMs ?? endMs)} ms, ${ledger.size} writes acknowledged`,
  );
}

/** Makes the thread crash after the debugger has detached, because a process waits for that before it exits. */
async function runCrash(inspector: Inspector, { thread, code }: Crash): Promise<void> {
  const later = `setTimeout(() => { ${code} }, 300); 0`;
  await (thread === 'main' ? inspector.evaluate(later) : inspector.runInWorker(later));
  await inspector.close();
}

/** Keeps writing, even if writes fail. */
async function writeUntil(signal: AbortSignal, band: Band): Promise<void> {
  while (!signal.aborted) {
    const problem = await band.write(answerMs);
    // A pause, so that writes that fail immediately do not keep the machine busy.
    if (problem !== '') await until(100, () => signal.aborted);
  }
}
