// Electron's program, which its npm package does not contain: finds and fetches it. Run by itself, it fetches.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEntry, root, runQuietly } from './run.mjs';

const folder = join(root, 'apps/desktop/node_modules/electron');

/** The path of the program; undefined if it has not been fetched. */
export function findElectron({ electronFolder = folder, override = process.env.ELECTRON_OVERRIDE_DIST_PATH } = {}) {
  const named = join(electronFolder, 'path.txt');
  const name = existsSync(named) ? readFileSync(named, 'utf8') : undefined;
  if (override === undefined && name === undefined) return undefined;
  const path = join(override ?? join(electronFolder, 'dist'), name ?? 'electron');
  return existsSync(path) ? path : undefined;
}

/**
 * Fetches the program, once.
 * @returns {Promise<string | undefined>} a message for the user if that fails
 */
export async function fetchElectron() {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  console.log(`Fetching Electron ${version} (once, about 120 MB) …`);
  const { ok, output } = await runQuietly(process.execPath, [...tellingWhy, join(folder, 'install.js')]);
  return ok ? undefined : missingElectron(version, output);
}

/** Options for Node: prints why a request fails. `fetch failed`, all that Electron's installer prints, says nothing. */
export const tellingWhy = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    const { fetch } = globalThis;
    globalThis.fetch = (...args) => fetch(...args).catch((error) => {
      const { cause = error } = error;
      const { code = '', message } = cause.errors?.[0] ?? cause;
      const words = message.includes(code) ? message : message + ' ' + code;
      console.error(\`Error: \${words} (\${new URL(args[0]?.url ?? args[0]).origin})\`);
      throw error;
    });`)}`,
];

/** @param {string} output what the attempt printed */
export function missingElectron(version, output) {
  const lines = output.split('\n').map((line) => line.trim());
  const reason =
    lines.find((line) => /\bE[A-Z]{5,}\b/.test(line)) ??
    lines.find((line) => /error/i.test(line)) ??
    lines.find((line) => line !== '') ??
    'no reason given';
  return `The desktop app needs Electron ${version}, and its program could not be fetched:
  ${reason}
It comes from github.com, not from the npm registry. Connect this machine and run the same command again; behind a
firewall set ELECTRON_MIRROR to a mirror, or ELECTRON_OVERRIDE_DIST_PATH to a folder that holds Electron ${version}.
Everything but the app's own window works without it: \`npm start\` and a browser.`;
}

if (isEntry(import.meta.filename) && findElectron() === undefined) {
  const problem = await fetchElectron();
  if (problem !== undefined) {
    console.error(problem);
    process.exitCode = 1;
  }
}
