import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startServer } from '../../../testing/running-server.ts';
import { storiesIn } from './support/told-stories.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Runs a command in a machine with a real ALSA sequencer, where this one has none. */
const machine = process.env['ROOMTONE_ALSA_VM'] ?? here('../../../../shared/tools/alsa-vm');
const stories = here('./hardware/stories.ts');
const environment = { NODE_COMPILE_CACHE: here('../../../node_modules/.cache/alsa-vm') };
const storyCount = 9;
/** What the machine says when it could not start, as emulated ones do now and then on a busy host. */
const notStarted = 125;
const startsTried = 3;

it('MIDI devices, in a machine with an ALSA sequencer', async ({ skip }) => {
  if (!existsSync(machine)) skip('needs alsa-vm, a machine with an ALSA sequencer: set ROOMTONE_ALSA_VM to its path');
  await warmUp();
  let run = start();
  for (let tried = 1; run.status === notStarted && tried < startsTried; tried++) run = start();
  if (run.status === notStarted) skip(`the machine with an ALSA sequencer does not start: ${run.stderr.slice(-300)}`);
  const told = storiesIn(run.stdout);
  for (const { title, problem } of told) console.log(`${problem === undefined ? '✓' : '✗'} ${title}`);
  expect(told.filter(({ problem }) => problem !== undefined)).toEqual([]);
  expect(told, run.stdout + run.stderr).toHaveLength(storyCount);
}, 600_000);

/** Compiles here what an emulated machine would be slow at. */
async function warmUp(): Promise<void> {
  const server = await startServer(environment);
  await server.stop();
  const env = { ...process.env, ...environment };
  spawnSync(process.execPath, ['--input-type=module', '-e', `await import('${here('./hardware/musician.ts')}')`], {
    env,
  });
}

/** One boot for all stories. */
function start() {
  const env = { ...process.env, ...environment };
  return spawnSync(machine, ['--timeout', '400', '--', process.execPath, stories], { encoding: 'utf8', env });
}
