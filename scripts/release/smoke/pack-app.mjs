// Packs the app as a release does, but only as a folder, around the Electron that is here.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { electronFolder, electronVersion } from '../../../testing/real-electron/fetch-electron.mjs';
import { lowerProcesses } from '../../../testing/real-electron/lower-app.mjs';
import { findElectron } from '../../electron.mjs';
import { stageApp } from '../stage.mjs';

const own = findElectron();
/** True where the app runs on the older Electron that the tests have, since its own has not been fetched. */
export const isLowered = own === undefined;

/**
 * @param {string} folder for everything that is made; it must not exist
 * @param {{ version?: string, updateKey?: string }} [options] `version` instead of the workspace's
 * @returns {Promise<string>} the program
 */
export async function packApp(folder, { version, updateKey } = {}) {
  const staged = join(folder, 'stage');
  await stageApp(staged, updateKey === undefined ? {} : { updateKey });
  if (version !== undefined) setVersion(join(staged, 'app/package.json'), version);
  if (isLowered) await lowerProcesses(join(staged, 'app/dist'));
  process.env.CSC_IDENTITY_AUTO_DISCOVERY = 'false';
  const icons = join(staged, 'icons');
  await build({
    targets: Platform.current().createTarget('dir'),
    publish: 'never',
    config: {
      directories: { app: join(staged, 'app'), buildResources: icons, output: join(folder, 'packed') },
      extraResources: [{ from: join(staged, 'node_modules'), to: 'node_modules' }],
      electronDist: own === undefined ? electronFolder : distOf(own),
      electronVersion: own === undefined ? electronVersion : versionOf(own),
      compression: 'store',
      linux: { icon: join(icons, 'linux') },
      win: { icon: join(icons, 'icon.ico') },
      // Signed ad hoc, as scripts/release/signing.mjs has it without a certificate.
      mac: { icon: join(icons, 'icon.icns'), identity: '-', hardenedRuntime: false, notarize: false },
      // The Node that has the server's place on the older Electron reads no archives.
      ...(isLowered ? { asarUnpack: ['dist/host-on-node/**', 'package.json'] } : {}),
    },
  });
  // From here on nothing but the package can be what runs.
  renameSync(staged, `${staged}-before`);
  return join(folder, 'packed', programIn(process.platform, process.arch));
}

function programIn(platform, arch) {
  const suffix = arch === 'arm64' ? '-arm64' : '';
  switch (platform) {
    case 'win32':
      return `win${suffix}-unpacked/Roomtone.exe`;
    case 'darwin':
      return `mac${suffix}/Roomtone.app/Contents/MacOS/Roomtone`;
    default:
      return `linux${suffix}-unpacked/roomtone`;
  }
}

/** Electron's folder, as its package has it. */
function distOf(program) {
  return process.platform === 'darwin' ? join(dirname(program), '../../..') : dirname(program);
}

function versionOf(program) {
  return readFileSync(join(distOf(program), 'version'), 'utf8')
    .trim()
    .replace(/^v/, '');
}

function setVersion(manifest, version) {
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version }));
}
