// Packs the app without Electron, which only release machines can fetch: everything in a release except that program. By itself,
// `node scripts/release/stand-in.mjs <folder>` packs what is laid out in artifacts/ into <folder>/release.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { isEntry } from '../run.mjs';

/**
 * @param {string} folder for the output
 * @param {readonly string[]} targets of `dir`, `tar.gz` and `deb`
 * @returns {Promise<string>} the unpacked app's folder
 */
export async function packWithoutElectron(folder, targets) {
  const output = join(folder, 'release');
  Object.assign(process.env, {
    CSC_IDENTITY_AUTO_DISCOVERY: 'false',
    CUSTOM_FPM_PATH: join(import.meta.dirname, 'fpm-stand-in.mjs'),
    ELECTRON_BUILDER_7ZIP_PATH: '/usr/bin/7za',
  });
  await build({
    targets: Platform.LINUX.createTarget([...targets], Arch[process.arch]),
    publish: 'never',
    config: {
      directories: { output },
      electronDist: standIn(join(folder, 'electron')),
      electronVersion: '0.0.0',
      // Fuses are bits in the program.
      electronFuses: null,
      compression: 'store',
      publish: { provider: 'github', owner: 'roomtone', repo: 'roomtone' },
    },
  });
  return join(output, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`);
}

/** A folder like Electron's, as far as electron-builder looks into it. */
function standIn(folder) {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  for (const file of ['electron', 'locales/de.pak', 'locales/en-US.pak', 'locales/fr.pak'])
    writeFileSync(join(folder, file), '');
  chmodSync(join(folder, 'electron'), 0o755);
  return folder;
}

if (isEntry(import.meta.filename)) {
  await packWithoutElectron(resolve(process.argv[2]), ['tar.gz', 'deb']);
}
