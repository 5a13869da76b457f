// Time from start to ready, and memory at rest, with 100,000 users and rooms: `npm run bench:start`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fillDatabase, fullRows } from './full-data.ts';
import { type MeasuredProcess, startOn } from './measured-process.ts';
import { prepareRoomtone, startServerOn } from './roomtone.ts';
import { installPeers } from './servers.ts';
import { median } from './statistics.ts';

const repeats = 10;
/** As on a real machine: its threads start in parallel. */
const core = 'all';
/** By then it has finished its work after the start. */
const settleMs = 3_000;
const mebi = 2 ** 20;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

installPeers();
const prepared = prepareRoomtone();
fillDatabase(join(prepared.dataDir, 'roomtone.sqlite'));
const folder = mkdtempSync(join(tmpdir(), 'roomtone-start-'));
const answer = join(folder, 'answer.json');
writeFileSync(answer, '{}');

const ours: Start[] = [];
const bare: Start[] = [];
for (let repeat = 0; repeat < repeats; repeat++) {
  ours.push(await start(() => startServerOn(core, prepared)));
  bare.push(await start(startBareFastify));
}
console.log(`With ${fullRows} users and rooms, medians of ${repeats} starts in turn:`);
print('start to ready, ms', ({ readyMs }) => readyMs);
print('CPU until ready, ms', ({ cpuMs }) => cpuMs);
print('memory at rest, MiB', ({ memoryMiB }) => memoryMiB);
prepared.remove();
rmSync(folder, { recursive: true });
process.exit();

interface Start {
  readonly readyMs: number;
  /** CPU time of all threads together, which other processes on the machine do not change. */
  readonly cpuMs: number;
  readonly memoryMiB: number;
}

async function start(run: () => Promise<MeasuredProcess>): Promise<Start> {
  const startMs = performance.now();
  const server = await run();
  const readyMs = performance.now() - startMs;
  const cpuMs = server.usage().cpuUs / 1000;
  await delay(settleMs);
  const memoryMiB = server.residentBytes() / mebi;
  await server.stop();
  return { readyMs, cpuMs, memoryMiB };
}

function startBareFastify(): Promise<MeasuredProcess> {
  return startOn(core, [here('peers/bare-fastify.mjs'), answer], {
    readyLine: /^listening on (\d+)$/,
    cwd: here('peers'),
    env: { NODE_ENV: 'production' },
  });
}

function print(title: string, figure: (start: Start) => number): void {
  const [own, other] = [median(ours.map(figure)), median(bare.map(figure))];
  console.log(`  ${title.padEnd(22)} Roomtone ${own.toFixed(0)}, bare Fastify ${other.toFixed(0)}`);
}
