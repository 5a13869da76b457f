// The app's processes are built for the newest Electron: this makes them fit an older one.
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../../scripts/run.mjs';

const here = import.meta.dirname;
const processes = ['main', 'midi', 'midi-library'];

/**
 * Replaces the processes in a folder that is laid out like `apps/desktop/dist`. The server needs a newer Node-API than that
 * Electron has, so its process starts `nodeProgram` and passes everything on; `host-on-node/` has what ran in it before.
 * @param {string} dist
 * @param {{ nodeProgram?: string }} [options]
 */
export async function lowerProcesses(dist, { nodeProgram = process.execPath } = {}) {
  const before = join(dist, 'host-on-node');
  rmSync(before, { recursive: true, force: true });
  for (const name of [...processes, 'host', 'chunks'])
    cpSync(join(dist, name), join(before, name), { recursive: true });
  const entries = new Map(processes.map((name) => [join(before, `${name}/index.js`), `${name}/index`]));
  const made = await rolldown({
    cwd: before,
    input: Object.fromEntries([...entries].map(([path, name]) => [name, path])),
    external: ['electron', 'keytar', '@julusian/midi', /^@roomtone\/server/],
    platform: 'node',
    transform: { target: 'es2022' },
    plugins: [
      {
        name: 'polyfills-first',
        transform: (code, id) =>
          entries.has(id) ? `import ${JSON.stringify(join(here, 'polyfills.mjs'))};\n${code}` : undefined,
      },
    ],
  });
  rmSync(join(dist, 'chunks'), { recursive: true });
  await made.write({ dir: dist, format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' });
  await made.close();
  for (const name of processes) rmSync(join(before, name), { recursive: true });
  writeFileSync(
    join(dist, 'host/index.js'),
    `import { relay } from './relay.mjs';\nrelay(${JSON.stringify(nodeProgram)});\n`,
  );
  cpSync(join(here, 'host-relay.mjs'), join(dist, 'host/relay.mjs'));
  cpSync(join(here, 'parent-port.mjs'), join(before, 'parent-port.mjs'));
}

/**
 * Lays out the built app so that `electron FOLDER` runs it on an older Electron.
 * @returns {Promise<string>} the folder
 */
export async function lowerApp() {
  const app = join(root, 'apps/desktop');
  const folder = join(root, 'artifacts/real-electron/app');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'dist'), { recursive: true });
  cpSync(join(app, 'package.json'), join(folder, 'package.json'));
  for (const name of ['icons', 'node_modules']) symlinkSync(join(app, name), join(folder, name));
  for (const name of ['main', 'midi', 'midi-library', 'host', 'chunks', 'preload']) {
    cpSync(join(app, 'dist', name), join(folder, 'dist', name), { recursive: true });
  }
  for (const name of ['renderer', 'help', 'about', 'sounds']) {
    if (existsSync(join(app, 'dist', name))) symlinkSync(join(app, 'dist', name), join(folder, 'dist', name));
  }
  await lowerProcesses(join(folder, 'dist'));
  return folder;
}
