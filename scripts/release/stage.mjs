// Lays out a release from the build: the server as an npm package, and the desktop app's folder with everything
// beside it.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildIcons } from '../../apps/desktop/icons/build-icons.mjs';
import { nodeRange, OLDEST } from '../choose-node.cjs';
import { root } from '../run.mjs';
import { copyNativePackages, nativesOfApp, serverNatives } from './native-packages.mjs';
import { defaultRepository } from './repository.mjs';

/**
 * The package `@roomtone/server`: its programs, and the files to run it as a service or in a container. npm installs
 * the native packages.
 * @param {string} folder is emptied first
 */
export function stageServer(folder) {
  const server = join(root, 'apps/server');
  stagePrograms(folder);
  cpSync(join(server, 'packaging'), join(folder, 'packaging'), { recursive: true });
  cpSync(join(server, 'README.md'), join(folder, 'README.md'));
}

/** Bundles, the web client, the documentation, the proto files and the API reference. */
function stagePrograms(folder) {
  const server = join(root, 'apps/server');
  const { name, version, description, license, type, dependencies } = readJson(join(server, 'package.json'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeJson(join(folder, 'package.json'), {
    ...{ name, version, description, license, type },
    keywords: ['midi', 'music', 'server'],
    engines: { node: nodeRange(OLDEST.run) },
    bin: { 'roomtone-server': 'dist/main.js' },
    exports: { './config': './dist/config.js', './start': './dist/start.js' },
    files: ['dist', 'packaging', 'THIRD-PARTY-NOTICES.md'],
    dependencies: Object.fromEntries(serverNatives.map((native) => [native, dependencies[native]])),
  });
  for (const file of readdirSync(join(server, 'dist'))) {
    if (file.endsWith('.js')) cpSync(join(server, 'dist', file), join(folder, 'dist', file));
  }
  for (const served of ['docs', 'proto', 'reference', 'web']) {
    cpSync(join(server, 'dist', served), join(folder, 'dist', served), { recursive: true, filter: isServed });
  }
  for (const file of ['LICENSE', 'THIRD-PARTY-NOTICES.md']) cpSync(join(root, file), join(folder, file));
}

/**
 * Prepares what electron-builder packs: `app` becomes the asar; `node_modules` is beside it with the server and all
 * native packages, so that plain Node can start the server. The pages are included once, with the server.
 * @param {string} folder is emptied first
 * @param {{ repository?: string, updateKey?: string }} [options] the GitHub repository of the releases, and the
 *   public key, PEM, of the updates that the app installs
 */
export async function stageApp(folder, { repository = defaultRepository, updateKey } = {}) {
  const desktop = join(root, 'apps/desktop');
  const { version, description, license, type, productName, desktopName, main } = readJson(
    join(desktop, 'package.json'),
  );
  rmSync(folder, { recursive: true, force: true });
  const app = join(folder, 'app');
  for (const part of ['main', 'host', 'midi', 'midi-library', 'chunks', 'preload']) {
    cpSync(join(desktop, 'dist', part), join(app, 'dist', part), { recursive: true });
  }
  for (const picture of ['tray.png', 'tray@2x.png'])
    cpSync(join(desktop, 'icons', picture), join(app, 'icons', picture));
  writeJson(join(app, 'package.json'), {
    ...{ name: 'roomtone', productName, desktopName, version, description, license, type, main },
    author: { name: 'The Roomtone authors', email: 'roomtone@localhost' },
    homepage: `https://github.com/${repository}`,
    ...(updateKey === undefined ? {} : { updateKey }),
  });
  const beside = join(folder, 'node_modules');
  stagePrograms(join(beside, '@roomtone/server'));
  for (const [from, names] of Object.entries(nativesOfApp(process.platform)))
    copyNativePackages(join(root, from), names, beside);
  await buildIcons(join(folder, 'icons'));
}

/** The server serves no file that begins with a dot, such as Vite's manifest. */
function isServed(path) {
  return !basename(path).startsWith('.');
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
