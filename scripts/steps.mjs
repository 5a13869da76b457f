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
 * Runs the steps in order up to the first that fails, and prints a line for each that has something to do.
 * @param {Step[]} steps
 * @param {{ root: string, stampFile: string, write: (text: string) => void }} options
 * @returns {Promise<{ ok: true } | { ok: false, step: string, output: string }>}
 */
export async function runSteps(steps, { root, stampFile, write }) {
  const stamps = readStamps(stampFile);
  for (const step of steps) {
    const inputs = fingerprint(root, step.inputs);
    const stamp = stamps[step.name];
    const lost = stamp?.outputs.some((file) => !existsSync(join(root, file))) ?? false;
    if (stamp?.inputs === inputs && !lost) continue;
    write(`Building ${step.name} … `);
    const startMs = performance.now();
    const result = await step.run({ force: lost });
    write(
      `${result.ok ? '' : 'failed after '}${since(startMs)}${result.note === undefined ? '' : `, ${result.note}`}\n`,
    );
    // A failed step forgets its stamp, so that it runs again even if the inputs return to their old state.
    if (result.ok) stamps[step.name] = { inputs, outputs: filesIn(root, step.outputs) };
    else delete stamps[step.name];
    mkdirSync(dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, JSON.stringify(stamps));
    if (!result.ok) return { ok: false, step: step.name, output: result.output };
  }
  return { ok: true };
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
