import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../../../../packages/sdk/test/random.ts';
import { DiskModel } from '../../../../../testing/faults/disk-model.ts';
import { createFaults } from '../../../../../testing/faults/faults.ts';
import { type Change, readTrace } from '../../../../../testing/faults/trace.ts';
import { openSqliteStorage } from '../../../src/adapters/sqlite/sqlite-storage.ts';
import { storageWorker } from '../../support/storage-worker.ts';
import { damageOf, withDatabase } from '../database.ts';
import { Ledger } from '../ledger.ts';
import type { ProofContext, ProofLine } from '../line.ts';
import { launch, start } from '../server-process.ts';
import { whyNoFaults } from '../unavailable.ts';
import { Writer } from '../writer.ts';

const writers = 4;
/** The whole server is started on one of this many states, and on all from the first start, which makes most files. */
const processEvery = 10;

/** A server's changes to its files, and what it had acknowledged at each moment. */
interface Recording {
  readonly dataDir: string;
  readonly changes: readonly Change[];
  readonly ledger: Ledger;
  /** The length of the trace when the server was first ready. */
  readonly readyAt: number;
}

export const powerLoss: ProofLine = {
  name: 'power-loss',
  what: 'the machine loses power while the server writes',
  seed: 20_282,
  unavailable: whyNoFaults,
  async run(context) {
    const { size, seed, scratch, say } = context;
    const states = size === 'long' ? 500 : 12;
    const recording = await record(context, size === 'long' ? 20_000 : 1_000);
    const random = seededRandom(seed);
    const moments = momentsOf(recording, states, random);
    const disk = new DiskModel();
    const bad = { lost: new Set<string>(), damaged: new Set<string>(), unstarted: new Set<string>() };
    let applied = 0;
    let processes = 0;
    for (const [index, moment] of moments.entries()) {
      for (; applied < moment; applied++) disk.apply(at(recording.changes, applied));
      const until = applied === 0 ? 0 : at(recording.changes, applied - 1).end;
      const state = join(scratch, `state-${index}`);
      mkdirSync(state);
      disk.writeState(recording.dataDir, state, random);
      const asProcess = until <= recording.readyAt || index % processEvery === 0;
      if (asProcess) processes++;
      const problem = asProcess ? await startProcess(state) : await openStorage(state);
      if (problem === undefined) {
        withDatabase(state, (database) => {
          for (const thing of recording.ledger.lost(database, until)) bad.lost.add(thing);
          for (const damage of damageOf(database)) bad.damaged.add(damage);
        });
      } else bad.unstarted.add(`${problem} (state ${index})`);
      rmSync(state, { recursive: true });
      if ((index + 1) % 50 === 0) say(`${index + 1} states`);
    }
    const { ledger } = recording;
    return [
      {
        goal: 'nothing acknowledged is lost',
        measured: `${states} states, ${ledger.size} writes acknowledged: ${shown(bad.lost, 'none lost')}`,
        held: bad.lost.size === 0 && ledger.size > 0,
      },
      { goal: 'the database is whole', measured: shown(bad.damaged, 'in every state'), held: bad.damaged.size === 0 },
      {
        goal: 'it starts again',
        measured: shown(bad.unstarted, `on every state, ${processes} as a process`),
        held: bad.unstarted.size === 0,
      },
    ];
  },
};

async function record({ scratch, seed }: ProofContext, forMs: number): Promise<Recording> {
  const dataDir = join(scratch, 'data');
  mkdirSync(dataDir);
  const faults = createFaults({ below: dataDir, scratch, trace: true });
  const { traceFile = '' } = faults;
  const server = await start({ dataDir, env: faults.env });
  const traced = () => statSync(traceFile).size;
  const readyAt = traced();
  const ledger = new Ledger(traced);
  const people = Array.from({ length: writers }, (_, index) => {
    return new Writer(server.url, `writer-${index}`, ledger, seededRandom(seed + index));
  });
  for (const person of people) await person.begin();
  const stop = new AbortController();
  const writing = Promise.all(people.map((person) => person.write(stop.signal)));
  await Promise.race([delay(forMs), writing]);
  await server.end('SIGKILL');
  stop.abort();
  await writing;
  faults.close();
  return { dataDir, changes: readTrace(traceFile), ledger, readyAt };
}

/** The numbers of changes after which power is lost: a third of them during the first start, the others at any time. */
function momentsOf({ changes, readyAt }: Recording, count: number, random: () => number): number[] {
  const startChanges = changes.findIndex(({ end }) => end >= readyAt) + 1;
  const moments = Array.from({ length: count }, (_, index) => {
    return index % 3 === 0
      ? Math.floor(random() * (startChanges + 1))
      : startChanges + Math.floor(random() * (changes.length - startChanges + 1));
  });
  return moments.sort((one, other) => one - other);
}

/** Opens the storage; resolves with the problem, if any. */
async function openStorage(dataDir: string): Promise<string | undefined> {
  try {
    const path = join(dataDir, 'roomtone.sqlite');
    const storage = await openSqliteStorage({ path, onFailure: () => {}, worker: storageWorker });
    await storage.close();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Starts the server; resolves with its message if it does not get ready. */
async function startProcess(dataDir: string): Promise<string | undefined> {
  const server = launch({ dataDir });
  const url = await server.ready;
  await server.end('SIGTERM');
  return url === undefined ? server.said.trim() : undefined;
}

function shown(problems: ReadonlySet<string>, none: string): string {
  if (problems.size === 0) return none;
  return `${problems.size} problems, such as ${[...problems].slice(0, 3).join('; ')}`;
}

function at(changes: readonly Change[], index: number): Change {
  const change = changes[index];
  if (change === undefined) throw new Error(`there is no change ${index}`);
  return change;
}
