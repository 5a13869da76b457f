import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { startServer } from '../../../../testing/running-server.ts';
import { resultsIn } from '../support/story-results.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Runs a command in a machine with a real ALSA sequencer, if this one has none. */
const machine = process.env['ROOMTONE_ALSA_VM'] ?? here('../../../../../shared/tools/alsa-vm');
/** Next to the server's folder, as testing/ is, because the server is started relative to it. */
const stories = here('../../../../artifacts/midi-stories.js');
const environment = { NODE_COMPILE_CACHE: here('../../../../node_modules/.cache/alsa-vm') };
const storyCount = 11;
/** The exit status for a machine that could not start, as emulated ones sometimes cannot on a busy host. */
const notStarted = 125;
const startsTried = 3;

it('MIDI devices, in a machine with an ALSA sequencer', async ({ skip }) => {
  if (!existsSync(machine)) skip('needs alsa-vm, a machine with an ALSA sequencer: set ROOMTONE_ALSA_VM to its path');
  await prepare();
  let run = start();
  for (let tried = 1; run.status === notStarted && tried < startsTried; tried++) run = start();
  if (run.status === notStarted) skip(`the machine with an ALSA sequencer does not start: ${run.stderr.slice(-300)}`);
  const results = resultsIn(run.stdout);
  console.log(run.stderr.trim().split('\n').at(-1));
  for (const { title, problem } of results) console.log(`${problem === undefined ? '✓' : '✗'} ${title}`);
  expect(results.filter(({ problem }) => problem !== undefined)).toEqual([]);
  expect(results, run.stdout + run.stderr).toHaveLength(storyCount);
}, 600_000);

/** Bundles the stories into one JavaScript file and compiles the server's modules: emulated machines are slow at both. */
async function prepare(): Promise<void> {
  const midi = here('../../node_modules/@julusian/midi/dist/midi.js');
  await build({
    configFile: false,
    logLevel: 'warn',
    root: here('../..'),
    resolve: { alias: { '@julusian/midi': midi } },
    ssr: { noExternal: true },
    build: {
      ssr: here('../hardware/stories.ts'),
      outDir: here('../../../../artifacts'),
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: { external: [midi], output: { entryFileNames: basename(stories) } },
    },
  });
  const server = await startServer(environment);
  await server.stop();
}

/** One boot for all stories. */
function start() {
  // The machine sees this one's disks, but not its memory file systems.
  const env = { ...process.env, ...environment, TMPDIR: '/tmp' };
  return spawnSync(machine, ['--timeout', '400', '--timing', '--', process.execPath, stories], {
    encoding: 'utf8',
    env,
  });
}
