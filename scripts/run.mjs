// Runs other programs.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInForeground } from './bootstrap.cjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The script of a tool from the packages installed for a folder, to be run by `process.execPath`. What lies in `.bin` would need a
 * shell on Windows, and that takes a path apart at its spaces.
 * @throws if no package that the folder asks for brings it.
 */
export function tool(name, folder = root) {
  const { dependencies, devDependencies } = readJson(join(folder, 'package.json'));
  for (const dependency of Object.keys({ ...dependencies, ...devDependencies })) {
    const installed = join(folder, 'node_modules', dependency);
    if (!existsSync(join(installed, 'package.json'))) continue;
    const { bin = {} } = readJson(join(installed, 'package.json'));
    const script = typeof bin === 'string' ? { [dependency.replace(/^.*\//, '')]: bin }[name] : bin[name];
    if (script !== undefined) return join(installed, script);
  }
  throw new Error(`No package that is installed for ${folder} brings ${name}.`);
}

/** How npm is run: its own script where it is known, because on Windows its command would need a shell. */
export function npmCommand(env = process.env) {
  const script = env.npm_execpath ?? '';
  return /\.c?js$/.test(script) ? [process.execPath, script] : ['npm'];
}

/**
 * Runs a program and captures its output.
 * @returns {Promise<{ ok: boolean, code: number | null, output: string }>} never rejects; `output` is both streams
 */
export function runQuietly(program, args, { cwd = root, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...toolEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ ok: false, code: null, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, code, output }));
  });
}

/**
 * Runs a program with this process's input and output, and passes signals on.
 * @returns {Promise<{ code: number | null, signal: string | null, interruptedBy: string | null }>}
 */
export function runVisibly(program, args, { cwd = root, env = {} } = {}) {
  return new Promise((resolve) => {
    runInForeground(program, args, { cwd, env: { ...toolEnvironment(), ...env } }, resolve);
  });
}

/** The tools are scripts that use the first Node on the PATH, which must be the one running this. */
function toolEnvironment() {
  const path = [join(root, 'node_modules', '.bin'), dirname(process.execPath), process.env.PATH];
  return { ...process.env, PATH: path.join(delimiter) };
}

/**
 * True if Node was started with that module: `import.meta.main`, which the oldest supported Nodes do not have.
 * @param {string} filename `import.meta.filename`
 */
export function isEntry(filename) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === filename;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** `1.2 s` since `startMs`, a reading of performance.now(). */
export function since(startMs) {
  return `${((performance.now() - startMs) / 1000).toFixed(1)} s`;
}
