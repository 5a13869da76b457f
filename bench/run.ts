// The benchmark: `npm run bench`, `npm run bench:quick`, `npm run bench:check`. See docs/latency.md.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureIdle, prepareMeasurement } from './measure.ts';
import { cores } from './measured-process.ts';
import type { Figures, Measurement } from './measurement.ts';
import { plot } from './plot.ts';
import { compare, type FigureName, type Report, type Row, reportText } from './report.ts';
import { installPeers, peerNames, type RunningPeer, startPeer } from './servers.ts';
import { extraShapes, quickShapes, type Shape, shapes } from './shapes.ts';

const usage = `Usage: npm run bench -- [options]

  --quick            two servers, three shapes: a minute
  --check            two servers, compared with the committed baseline; exit status 1 when a ratio is more than 15% worse
  --save-baseline    keeps this run as the baseline; of shapes that it leaves out the baseline stays
  --against FOLDER   compares other builds of the server (such as copies of apps/server/dist) with this one instead:
                     each figure as the ratio of the other build's to this one's; may be repeated
  --peers LIST       of ${peerNames.join(', ')}
  --shapes LIST      of ${[...shapes, ...extraShapes].map(({ name }) => name).join(', ')}
  --repeats N        unless given 20, with --check 10, with --quick 2; peers other than raw-ws and roomtone
                     take part in no more than 10, and idle has no more
`;

/** If other processes or the host took a larger share of either core, nothing is reported. */
const maxDisturbed = 0.08;
/**
 * That share is allowed only without a p99, as in a flood, or in a quick run. A p99 describes one delivery in a
 * hundred: if others take that much of the time, it describes them.
 */
const maxTaken = { full: 0.005, quick: maxDisturbed, flood: maxDisturbed } as const;
/**
 * After this many attempts with too few slices, twice the share is allowed: a server that never rests meets every
 * other process.
 */
const attemptsUntilTwice = 10;
/** Slices of a tenth of a second. */
const slices = { full: 60, quick: 20 } as const;
/** A machine that is busy for a minute should not waste an hour. */
const maxAttempts = 100;
/** After the longer one the compiler is done, even with the code for heartbeats between notes. */
const warmUpMs = { full: 12_000, quick: 2_000 } as const;
/** How much worse than the baseline a ratio may be. */
const tolerance = 1.15;
const repeatsOfOthers = 10;
const repeatsUnlessGiven = { full: 20, check: 10, quick: 2 } as const;
/** Measuring memory per connection takes half a minute per repeat. */
const maxIdleRepeats = 10;
/** For a server that was not measured. */
const nothing: Figures = {};
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    'save-baseline': { type: 'boolean', default: false },
    against: { type: 'string', multiple: true, default: [] },
    peers: { type: 'string' },
    shapes: { type: 'string' },
    repeats: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const otherBuilds = values.against.map((folder) => resolve(folder));
const reference = otherBuilds.length > 0 ? 'roomtone' : 'raw-ws';
/** Measured in every repeat; the others take part in the first ones only. */
const always: readonly string[] = ['raw-ws', 'roomtone', ...otherBuilds];

if (values.help) process.stdout.write(usage);
else await main();

async function main(): Promise<void> {
  if (process.platform !== 'linux' || availableParallelism() < 2) {
    throw new Error('The benchmark reads /proc and pins two cores: it needs Linux and two cores.');
  }
  installPeers();
  const kind = values.quick ? 'quick' : values.check ? 'check' : 'full';
  const peers = values.peers?.split(',') ?? (kind === 'full' ? peerNames : ['raw-ws', 'roomtone']);
  const names = otherBuilds.length > 0 ? ['roomtone', ...otherBuilds] : peers;
  const wanted = values.shapes?.split(',') ?? (values.quick ? quickShapes : shapes.map(({ name }) => name));
  const chosen = [...shapes, ...extraShapes].filter(({ name }) => wanted.includes(name));
  const repeats = Number(values.repeats ?? repeatsUnlessGiven[kind]);
  // All current and later threads of this process.
  execFileSync('taskset', ['-apc', String(cores.load), String(process.pid)]);

  const report: Report = { runs: {}, rows: [] };
  for (const shape of chosen) {
    report.runs[shape.name] = { date: new Date().toISOString(), commit: commit(), repeats: repeatsOf(shape, repeats) };
    report.rows.push(...(await runShape(shape, names, repeats)));
    writeReport(report, 'results/latest.json');
  }
  process.stdout.write(reportText(report, reference));
  if (otherBuilds.length === 0) save(report);
  if (values.check && !checkAgainstBaseline(report)) process.exitCode = 1;
  process.exit();
}

/** Each repeat starts new processes: between starts, figures change by a few percent with the memory layout. */
async function runShape(shape: Shape, names: readonly string[], wanted: number): Promise<Row[]> {
  const seen = new Map<string, Figures[]>(names.map((name) => [name, []]));
  const repeats = repeatsOf(shape, wanted);
  for (let repeat = 0; repeat < repeats; repeat++) {
    const running = await startAll(names.filter((name) => takesPart(name, repeat)));
    const figures = await runRepeat(shape, running, repeat);
    for (const { stop } of running) await stop();
    for (const [name, list] of seen) list.push(figures.get(name) ?? nothing);
    progress(`${shape.name}: ${repeat + 1} of ${repeats}${ratiosText(figures)}`);
  }
  return compare(shape.name, seen, reference);
}

/** Roomtone's ratio to raw-ws in one repeat; empty if one of them was left out. */
function ratiosText(figures: ReadonlyMap<string, Figures>): string {
  const [own, other] = [figures.get('roomtone'), figures.get('raw-ws')];
  const texts = (Object.keys(own ?? {}) as FigureName[]).flatMap((figure) => {
    const ratio = (own?.[figure] ?? Number.NaN) / (other?.[figure] ?? Number.NaN);
    return Number.isNaN(ratio) ? [] : [`${figure} ${ratio.toFixed(2)}`];
  });
  return texts.length === 0 ? '' : `; ${texts.join(', ')}`;
}

function repeatsOf(shape: Shape, wanted: number): number {
  return shape.kind === 'idle' ? Math.min(wanted, maxIdleRepeats) : wanted;
}

async function runRepeat(
  shape: Shape,
  running: readonly Running[],
  repeat: number,
): Promise<ReadonlyMap<string, Figures>> {
  if (shape.kind === 'idle') {
    const idle = await measureIdle(shape.connections, running);
    return new Map(running.map(({ name }, index) => [name, idle[index] ?? nothing]));
  }
  const pace = values.quick ? 'quick' : 'full';
  const isFlood = shape.kind === 'flood';
  const most = maxTaken[isFlood ? 'flood' : pace];
  const wanted = {
    slices: isFlood ? 1 : slices[pace],
    warmUpMs: warmUpMs[pace],
  };
  const measurements: { name: string; measurement: Measurement }[] = [];
  for (const peer of running) {
    const others = measurements.map(({ measurement }) => measurement);
    measurements.push({ name: peer.name, measurement: await prepareMeasurement(shape, peer, wanted, others) });
  }
  // One server after the other, everybody once first: drift of the machine affects all of them alike.
  for (let attempt = 0; measurements.some(({ measurement }) => measurement.kept < wanted.slices); attempt++) {
    if (attempt === maxAttempts) throw new Error(tooBusy(shape, measurements));
    const turn = (repeat + attempt) % measurements.length;
    for (const { measurement } of [...measurements.slice(turn), ...measurements.slice(0, turn)]) {
      if (measurement.kept >= wanted.slices) continue;
      for (const other of measurements) other.measurement.settle();
      await measurement.measure(Math.min(maxDisturbed, most * 2 ** Math.floor(attempt / attemptsUntilTwice)));
    }
  }
  const figures = new Map(measurements.map(({ name, measurement }) => [name, measurement.figures()]));
  for (const { measurement } of measurements) measurement.leave();
  return figures;
}

function tooBusy(
  shape: Shape,
  measurements: readonly { readonly name: string; readonly measurement: Measurement }[],
): string {
  const least = measurements
    .map(({ name, measurement }) => `${name} ${(measurement.minTaken * 100).toFixed(1)}%`)
    .join(', ');
  return (
    `${shape.name}: other processes took too much of a core in ${maxAttempts} attempts; their least share: ${least}. ` +
    'Measure on a quiet machine.'
  );
}

function takesPart(name: string, repeat: number): boolean {
  return always.includes(name) || repeat < repeatsOfOthers;
}

interface Running extends RunningPeer {
  readonly name: string;
}

async function startAll(names: readonly string[]): Promise<Running[]> {
  const running: Running[] = [];
  for (const name of names) running.push({ name, ...(await startPeer(name, cores.server)) });
  return running;
}

function save(report: Report): void {
  writeFileSync(here('results/latest.svg'), plot(report));
  console.log('\nWritten: bench/results/latest.json and latest.svg');
  if (!values['save-baseline']) return;
  const kept = overBaseline(report);
  writeReport(kept, 'baseline.json');
  writeFileSync(here('../docs/images/bench.svg'), plot(kept));
  console.log('Kept as bench/baseline.json and docs/images/bench.svg');
}

/** The results of this run, and those of the baseline for the loads it left out. */
function overBaseline(report: Report): Report {
  const before = readBaseline();
  const kept: Report = { runs: {}, rows: [] };
  for (const { name } of shapes) {
    const { runs, rows } = report.runs[name] === undefined ? before : report;
    const run = runs[name];
    if (run !== undefined) kept.runs[name] = run;
    kept.rows.push(...rows.filter(({ shape }) => shape === name));
  }
  return kept;
}

function readBaseline(): Report {
  return JSON.parse(readFileSync(here('baseline.json'), 'utf8')) as Report;
}

function writeReport(report: Report, path: string): void {
  mkdirSync(here('results'), { recursive: true });
  writeFileSync(here(path), `${JSON.stringify(report, undefined, 2)}\n`);
}

function checkAgainstBaseline(report: Report): boolean {
  const baseline = readBaseline();
  let ok = true;
  for (const row of report.rows) {
    if (row.ratio === undefined || row.peer !== 'roomtone') continue;
    const before = baseline.rows.find((other) => isSame(other, row))?.ratio;
    if (before === undefined) continue;
    const [low, now, high] = row.ratio;
    const then = before[1];
    // More deliveries per second are better, less of everything else is. Differences within the interval may be
    // noise.
    if ((row.figure === 'throughput' ? then / high : low / then) <= tolerance) continue;
    ok = false;
    console.log(`Worse: ${row.shape}, ${row.figure}: ${now.toFixed(2)}, it was ${then.toFixed(2)}`);
  }
  console.log(ok ? 'No ratio is more than 15% worse than the baseline.' : '');
  return ok;
}

function isSame(a: Row, b: Row): boolean {
  return a.shape === b.shape && a.peer === b.peer && a.figure === b.figure;
}

function commit(): string {
  return execFileSync('git', ['describe', '--always', '--dirty'], { cwd: here('.'), encoding: 'utf8' }).trim();
}

/** On one line in a terminal; elsewhere on a line each, which shows the progress. */
function progress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
}
