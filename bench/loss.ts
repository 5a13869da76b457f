// How packet loss delays notes: `npm run bench:loss`. A server and its players in two network namespaces, joined by an
// emulated link; with notes as datagrams and without. See docs/latency.md.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EmulatedLink } from '../testing/emulated-link/emulated-link.ts';
import { startChromium } from './loss/band-browser.ts';
import {
  eventsPerSecond,
  farLinkDelay,
  type Loss,
  linkDelay,
  measure,
  type Pace,
  startProcess,
  type Transport,
} from './loss/measure.ts';
import { writeFigures } from './loss/page.ts';
import { drawLoss } from './loss/picture.ts';
import { comparisonText, type LossReport, rowText, titleText } from './loss/report.ts';
import { prepareRoomtone } from './roomtone.ts';

const usage = `Usage: npm run bench:loss -- [options]

  --quick            rooms of two, three kinds of loss, 10 s each
  --only LOSSES      some kinds of loss: percent, with xN for bursts of N packets, such as 0,1,1x3
  --players N        rooms of two or of eight only
  --transport NAME   WebSocket or datagrams only
  --warm-up N        how long is played before, s; 20 unless given. Without loss, datagrams only stand ready after 30 s
  --seconds N        how long each case is measured; 60 unless given
  --people N         how many play in each case, a multiple of eight; 8 unless given
  --seed N           decides which packets are lost; 1 unless given
  --chromium         the players are pages in Chromium
  --together         both transports at the same time, each with a server, a link and players of its own: only so do they meet the
                     same machine, which decides how much CPU a note takes. Notes are late more often
  --direct           also straight from player to player: the players are in one place, and the server is 25 ms away. As
                     many packets are lost between them as on the way to the server, one by one
  --save             keeps the results as bench/loss.json, draws docs/images/loss.svg, and writes docs/latency.md
`;

const every: readonly Loss[] = [
  { percent: 0, burst: 1 },
  { percent: 0.1, burst: 1 },
  { percent: 0.5, burst: 1 },
  { percent: 1, burst: 1 },
  { percent: 2, burst: 1 },
  { percent: 5, burst: 1 },
  { percent: 1, burst: 3 },
  { percent: 3, burst: 3 },
];
const quick: readonly Loss[] = every.filter(({ percent, burst }) => burst === 1 && [0, 1, 2].includes(percent));
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    players: { type: 'string' },
    transport: { type: 'string' },
    'warm-up': { type: 'string' },
    seconds: { type: 'string' },
    people: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    chromium: { type: 'boolean', default: false },
    together: { type: 'boolean', default: false },
    direct: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(usage);
else await main();

async function main(): Promise<void> {
  const missing = EmulatedLink.missing();
  if (missing !== undefined) {
    console.log(`NOT RUN: no link can be emulated here: ${missing}`);
    process.exitCode = 1;
    return;
  }
  const kinds = values.only === undefined ? (values.quick ? quick : every) : values.only.split(',').map(parseLoss);
  const sizes = values.players === undefined ? (values.quick ? [2] : [2, 8]) : [Number(values.players)];
  const all: readonly Transport[] = ['WebSocket', 'datagrams', ...(values.direct ? (['direct'] as const) : [])];
  const transports = all.filter((name) => name === (values.transport ?? name));
  const link = values.direct ? farLinkDelay : linkDelay;
  const pace: Pace = {
    warmUpSeconds: Number(values['warm-up'] ?? (values.quick ? 3 : 20)),
    seconds: Number(values.seconds ?? (values.quick ? 10 : 60)),
    seed: Number(values.seed),
    people: Number(values.people),
    link,
  };
  const report: LossReport = {
    date: new Date().toISOString(),
    commit: execFileSync('git', ['describe', '--always', '--dirty'], { cwd: here('.'), encoding: 'utf8' }).trim(),
    players: values.chromium ? 'Chromium' : 'Node',
    ...link,
    eventsPerSecond,
    people: pace.people,
    seconds: pace.seconds,
    seed: pace.seed,
    rows: [],
  };
  console.log(titleText(report));
  await run(report, transports, sizes, kinds, pace);
  console.log(`\n${comparisonText(report)}`);
  // The figures of the documentation are those of the usual link.
  if (report.rows.length === 0) process.exitCode = 1;
  else if (!values.direct) save(report);
  process.exit();
}

async function run(
  report: LossReport,
  transports: readonly Transport[],
  sizes: readonly number[],
  kinds: readonly Loss[],
  pace: Pace,
): Promise<void> {
  const prepared = prepareRoomtone();
  process.once('exit', () => prepared.remove());
  const startStage = values.chromium ? startChromium : startProcess;
  for (const players of sizes) {
    for (const loss of kinds) {
      const one = (transport: Transport) => measure({ transport, players, ...loss }, prepared, pace, startStage);
      // Otherwise one right after the other.
      const together = values.together ? await Promise.all(transports.map(one)) : undefined;
      for (const [index, transport] of transports.entries()) {
        const row = together?.[index] ?? (await one(transport));
        if (transport === 'datagrams' && row.udpShare === 0) {
          console.log('NOT RUN: datagrams, because none were seen on the link');
          return;
        }
        report.rows.push(row);
        console.log(rowText(row));
      }
    }
  }
}

function save(report: LossReport): void {
  mkdirSync(here('results'), { recursive: true });
  write('results/loss.json', report);
  writeFileSync(here('results/loss.svg'), drawLoss(report));
  console.log('\nWritten: bench/results/loss.json and loss.svg');
  if (!values.save) return;
  write('loss.json', report);
  writeFileSync(here('../docs/images/loss.svg'), drawLoss(report));
  writeFigures(here('../docs/latency.md'), report, `npm run bench:loss -- ${process.argv.slice(2).join(' ')}`);
  console.log('Kept as bench/loss.json, docs/images/loss.svg and in docs/latency.md');
}

function write(path: string, report: LossReport): void {
  writeFileSync(here(path), `${JSON.stringify(report, undefined, 2)}\n`);
}

function parseLoss(text: string): Loss {
  const [percent = Number.NaN, burst = 1] = text.split('x').map(Number);
  if (!(percent >= 0 && percent <= 100 && burst >= 1)) throw new Error(`${text} is not a loss such as 1 or 1x3`);
  return { percent, burst };
}
