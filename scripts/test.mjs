// `npm test`: all checks and tests, with one summary as its last line.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { provideElectron } from '../testing/real-electron/provide-electron.mjs';
import { exitLike } from './bootstrap.cjs';
import { build } from './build.mjs';
import { runChecks } from './check.mjs';
import { root, runQuietly, runVisibly, since, tool } from './run.mjs';
import { makeScratch } from './scratch.mjs';
import { playwrightTimes, slowLines } from './slow-files.mjs';
import { checkResults, playwrightResults, summarize, toolResults } from './summary.mjs';
import { provideSystemPackages } from './system-packages.mjs';

/** Tests that may be skipped even with CI=true, by their name in the summary or their file. */
const MAY_SKIP = [
  // It needs a machine with an ALSA sequencer, which not every runner can emulate.
  'apps/desktop/test/long/midi-hardware.test.ts › MIDI devices, in a machine with an ALSA sequencer',
  // They need root and nftables in network namespaces.
  'apps/server/test/network/long/internet.test.ts › a server behind a router',
  'apps/server/test/network/long/internet.test.ts › the protocols',
  // They need root and TUN devices.
  'testing/emulated-link/long/emulated-link.test.ts',
  'packages/cli/test/long/lossy-link.test.ts',
  'apps/server/test/proof/music.test.ts',
  'lossy-link.spec.ts',
];
const SECTIONS = ['checks', 'unit', 'e2e'];
const vitestReport = join(root, 'artifacts/vitest.json');
const playwrightReport = join(root, 'artifacts/playwright.json');

const { only, long, slow, changed, watch } = readArguments();
/** @type {import('./slow-files.mjs').FileTime[]} */
const times = [];
const ci = process.env.CI === 'true';
const startMs = performance.now();
process.exitCode = (await testAll()) ? 0 : 1;

async function testAll() {
  const results = [];

  title('System packages');
  const { chromium, wholeChromium, missing } = await provideSystemPackages(process.env.ROOMTONE_CHROMIUM, undefined, {
    long,
  });
  console.log(chromium ? `Chromium: ${chromium}` : 'Chromium: none');
  for (const { name, reason } of missing) {
    console.log(`Missing: ${name} (${reason})`);
    if (ci) results.push({ name: `system package ${name}`, outcome: 'failed' });
  }
  const scratch = makeScratch();
  process.once('exit', scratch.remove);
  const env = {
    TMPDIR: scratch.folder,
    // Of the many programs that the tests start, each loads the same modules; not with coverage, which needs each to be compiled.
    ...(long ? {} : { NODE_COMPILE_CACHE: join(scratch.folder, 'compiled') }),
    ROOMTONE_SKIP: missing.map(({ name }) => name).join(','),
    ...(chromium ? { ROOMTONE_CHROMIUM: chromium, ROOMTONE_WHOLE_CHROMIUM: wholeChromium } : {}),
    ...(long ? { ROOMTONE_TEST_LONG: '1' } : { ROOMTONE_PICTURES: process.env.ROOMTONE_PICTURES ?? '0' }),
  };

  title('Build');
  const built = await build();
  if (!built) {
    results.push({ name: 'build', outcome: 'failed' });
  } else {
    console.log('Everything is built.');
    if (watch) return (await runTests('vitest', ['watch'], env)) === 0;
    if (wants('checks')) results.push(...(await check()));
    if (wants('unit')) results.push(...(await unit(env)));
    if (wants('e2e')) results.push(...(await (chromium ? endToEnd(env) : endToEndSkipped(env))));
  }

  if (slow) {
    title('Time of each file');
    for (const line of slowLines(times)) console.log(line);
  }
  title('Summary');
  const { lines, ok } = summarize(results, { ci, maySkip: MAY_SKIP });
  for (const line of lines) console.log(line);
  return ok;
}

async function check() {
  title('Checks');
  // Building is also a check: it checks the types of all code.
  return checkResults([{ name: 'build', ok: true }, ...(await runChecks(changed ? await changedPaths() : undefined))]);
}

async function unit(env) {
  title('Unit tests');
  rmSync(vitestReport, { force: true });
  const coverage = long ? ['--coverage'] : [];
  const args = [
    'run',
    ...coverage,
    ...(changed ? ['--changed', '--passWithNoTests'] : []),
    '--reporter=default',
    '--reporter=./scripts/vitest-results.mjs',
  ];
  if (!process.stdout.isTTY) args.push('--no-color');
  const code = await runTests('vitest', args, { ...env, ROOMTONE_VITEST_RESULTS: vitestReport });
  const report = readJson(vitestReport);
  times.push(...(report?.times ?? []));
  return toolResults('vitest', report?.results, code);
}

async function endToEnd(env) {
  title('End-to-end tests');
  rmSync(playwrightReport, { force: true });
  const electron = await provideElectron();
  if ('reason' in electron) console.log(`NOT RUN: the app on a real Electron (${electron.reason})`);
  const code = await runTests(
    'playwright',
    [...playwrightArguments('list,json'), ...(changed ? ['--only-changed', '--pass-with-no-tests'] : [])],
    {
      ...env,
      ...('reason' in electron ? {} : electron.env),
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    },
  );
  if (!('reason' in electron)) await electron.stop();
  const report = readJson(playwrightReport);
  times.push(...(report ? playwrightTimes(report) : []));
  return toolResults('playwright', report && playwrightResults(report), code);
}

/** Without a browser, the tests are only listed. */
async function endToEndSkipped(env) {
  title('End-to-end tests: skipped without Chromium');
  rmSync(playwrightReport, { force: true });
  const { code, output } = await runQuietly(
    process.execPath,
    [tool('playwright'), ...playwrightArguments('json'), '--list'],
    {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    },
  );
  const report = readJson(playwrightReport);
  if (code !== 0) console.log(output);
  const results = toolResults('playwright --list', report && playwrightResults(report), code);
  return results.map((result) =>
    result.outcome === 'failed' ? result : { name: result.name, outcome: 'skipped', reason: 'needs Chromium' },
  );
}

function playwrightArguments(reporter) {
  return ['test', '--config=playwright.config.ts', `--reporter=${reporter}`];
}

async function runTests(name, args, env) {
  const result = await runVisibly(process.execPath, [tool(name), ...args], { env });
  // The tool has cleaned up by now; nothing more should run after an interruption.
  if (result.interruptedBy) exitLike({ signal: result.interruptedBy });
  return result.code;
}

/** The files that differ from the last commit, as paths from the root. */
async function changedPaths() {
  const lists = [
    ['diff', '--name-only', '-z', 'HEAD'],
    ['ls-files', '--others', '--exclude-standard', '-z'],
  ];
  const results = await Promise.all(lists.map((list) => runQuietly('git', list)));
  return results.flatMap(({ output }) => output.split('\0').filter(Boolean));
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      long: { type: 'boolean' },
      slow: { type: 'boolean' },
      changed: { type: 'boolean' },
      watch: { type: 'boolean' },
    },
  });
  if (values.only !== undefined && !SECTIONS.includes(values.only)) {
    console.error(`--only takes ${SECTIONS.join(', ')}`);
    process.exit(1);
  }
  return values;
}

function wants(section) {
  return only === undefined || only === section;
}

function title(text) {
  console.log(`\n── ${text} (${since(startMs)}) ${'─'.repeat(Math.max(3, 60 - text.length))}`);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
