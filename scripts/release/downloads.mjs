// How people get from a download to a running app, on each system.
import { join } from 'node:path';

/**
 * @typedef {object} Download
 * @property {string} file the download
 * @property {readonly (readonly string[])[]} install commands that install it without questions
 * @property {string} program what then starts
 * @property {readonly (readonly string[])[]} verify commands that fail if a signature is broken
 * @property {readonly (readonly string[])[]} remove commands that leave nothing behind
 */

/**
 * @param {NodeJS.Platform} platform
 * @param {string} arch of Node
 * @param {string} folder with the packages, absolute
 * @param {readonly string[]} files names in it
 * @param {NodeJS.ProcessEnv} env
 * @returns {readonly Download[]}
 * @throws {Error} if a package is missing
 */
export function downloads(platform, arch, folder, files, env) {
  const packed = (ending) => {
    const name = files.find(
      (file) => file.endsWith(ending) && file.includes(arch === 'x64' ? (archNames.x64[ending] ?? 'x64') : 'arm64'),
    );
    if (name === undefined) throw new Error(`There is no ${ending} for ${arch} in ${folder}.`);
    return join(folder, name);
  };
  switch (platform) {
    case 'linux': {
      const [deb, image] = [packed('.deb'), packed('.AppImage')];
      return [
        {
          file: deb,
          install: [['sudo', 'apt-get', 'install', '-y', deb]],
          program: '/opt/Roomtone/roomtone',
          verify: [],
          remove: [['sudo', 'apt-get', 'remove', '-y', 'roomtone']],
        },
        { file: image, install: [['chmod', '+x', image]], program: image, verify: [], remove: [] },
      ];
    }
    case 'win32': {
      const setup = packed('-setup.exe');
      const installed = join(env.LOCALAPPDATA ?? '', 'Programs', 'roomtone');
      const program = join(installed, 'Roomtone.exe');
      // Not signed is fine where the secrets are missing; a signature that is broken is not.
      const check = `if ((Get-AuthenticodeSignature '${program}').Status -notin 'Valid','NotSigned') { exit 1 }`;
      return [
        {
          file: setup,
          install: [[setup, '/S']],
          program,
          verify: [['powershell', '-NoProfile', '-Command', check]],
          remove: [[join(installed, 'Uninstall Roomtone.exe'), '/S']],
        },
      ];
    }
    case 'darwin': {
      const image = packed('.dmg');
      const volume = '/Volumes/Roomtone-try';
      const app = join(volume, 'Roomtone.app');
      return [
        {
          file: image,
          install: [['hdiutil', 'attach', image, '-nobrowse', '-mountpoint', volume]],
          program: join(app, 'Contents/MacOS/Roomtone'),
          verify: [['codesign', '--verify', '--deep', '--strict', app]],
          remove: [['hdiutil', 'detach', volume, '-force']],
        },
      ];
    }
    default:
      return [];
  }
}

/** How electron-builder names x64 where it does not say x64. */
const archNames = { x64: { '.deb': 'amd64', '.AppImage': 'x86_64' } };
