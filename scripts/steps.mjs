// Build steps that run only if something they depend on has changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { since } from './run.mjs';

/**
 * @typedef {object} Step
 * @property {string} name what is built, for people; also the key of its stamp
 * @property {string[]} inputs files and folders, relative to the root; they may be absent; `!folder` excludes one
 * @property {string[]} outputs likewise; if one of their files disappears, the step runs again
 * @property {(context: { force: boolean }) => Promise<{ ok: boolean, output: string, note?: string }>} run `force` is
 *   set if outputs have disappeared: a tool with a cache of its own must not trust it; `note` is printed beside the
 *   time
 */

/**
 * Runs the steps, and prints a line for each that has something to do. One that reads what another makes waits for it; two others
 * run at a time, because most use one core only. No further one starts after one that fails.
 * @param {Step[]} steps
 * @param {{ root: string, stampFile: string, write: (text: string) => void }} options
 * @returns {Promise<{ ok: true } | { ok: false, step: string, output: string }>}
 */
export async function runSteps(steps, { root, stampFile, write }) {
  const stamps = readStamps(stampFile);
  const waiting = new Set(steps);
  const unfinished = new Set(steps);
  const isReady = (step) => !steps.slice(0, steps.indexOf(step)).some((one) => unfinished.has(one) && feeds(one, step));
  let failure;
  let wake = Promise.withResolvers();
  const work = async () => {
    while (waiting.size > 0 && failure === undefined) {
      const step = [...waiting].find(isReady);
      if (step === undefined) {
        await wake.promise;
        continue;
      }
      waiting.delete(step);
      const result = await runStep(step, stamps, { root, stampFile, write });
      if (!result.ok) failure ??= { ok: false, step: step.name, output: result.output };
      unfinished.delete(step);
      wake.resolve();
      wake = Promise.withResolvers();
    }
  };
  await Promise.all([work(), work()]);
  return failure ?? { ok: true };
}

async function runStep(step, stamps, { root, stampFile, write }) {
  const inputs = fingerprint(root, step.inputs);
  const stamp = stamps[step.name];
  const lost = stamp?.outputs.some((file) => !existsSync(join(root, file))) ?? false;
  if (stamp?.inputs === inputs && !lost) return { ok: true };
  const startMs = performance.now();
  const result = await step.run({ force: lost });
  const note = result.note === undefined ? '' : `, ${result.note}`;
  write(`Building ${step.name} … ${result.ok ? '' : 'failed after '}${since(startMs)}${note}\n`);
  // A failed step forgets its stamp, so that it runs again even if the inputs return to their old state.
  if (result.ok) stamps[step.name] = { inputs, outputs: filesIn(root, step.outputs) };
  else delete stamps[step.name];
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify(stamps));
  return result;
}

/** True if the one makes what the other reads, or if both make the same. */
function feeds(one, other) {
  const made = one.outputs.filter((path) => !path.startsWith('!'));
  const left = one.outputs.filter((path) => path.startsWith('!')).map((path) => path.slice(1));
  const needed = [...other.inputs, ...other.outputs].filter((path) => !path.startsWith('!'));
  const within = (inner, outer) => inner === outer || inner.startsWith(`${outer}/`);
  return made.some((path) =>
    needed.some((each) => within(path, each) || (within(each, path) && !left.some((folder) => within(each, folder)))),
  );
}

/** A hash of path, time and size of every file: reading the contents would take longer than many a step. */
export function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const file of filesIn(root, paths)) {
    const { mtimeMs, size } = statSync(join(root, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

/** Every file at or below the paths, in a stable order; `!path` excludes one. Tests are not inputs. */
function filesIn(root, paths) {
  const excluded = paths.filter((path) => path.startsWith('!')).map((path) => `${path.slice(1)}/`);
  const files = [];
  for (const path of paths) {
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (stats?.isFile()) files.push(path);
    if (!stats?.isDirectory()) continue;
    for (const entry of readdirSync(join(root, path), { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) files.push(relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
    }
  }
  return files
    .filter((file) => !/\.test\.[a-z]+$/.test(file) && !excluded.some((folder) => file.startsWith(folder)))
    .sort();
}

function readStamps(stampFile) {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}
