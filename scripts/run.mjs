// How the scripts run other programs.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInForeground } from './bootstrap.cjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The path of a tool that the packages brought along. */
export function tool(name, folder = root) {
  return join(folder, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}

/**
 * Runs a program and keeps what it prints to itself.
 * @returns {Promise<{ ok: boolean, code: number | null, output: string }>} never rejects; `output` is both streams
 */
export function runQuietly(program, args, { cwd = root, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...toolEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: program.endsWith('.cmd'),
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
 * Runs a program on our own input and output, passing signals on.
 * @returns {Promise<{ code: number | null, signal: string | null, interruptedBy: string | null }>}
 */
export function runVisibly(program, args, { cwd = root, env = {} } = {}) {
  return new Promise((resolve) => {
    runInForeground(program, args, { cwd, env: { ...toolEnvironment(), ...env } }, resolve);
  });
}

/** The tools are scripts that take the first Node on the PATH, which must be the packaged one. */
function toolEnvironment() {
  return { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` };
}

/** `1.2 s` since `startMs`, a reading of performance.now(). */
export function since(startMs) {
  return `${((performance.now() - startMs) / 1000).toFixed(1)} s`;
}
