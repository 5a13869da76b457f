// The packages with binaries that the app has on each system, from the lockfile. No machine has those of all systems installed:
// the others are fetched from the npm registry, once, and compared with the lockfile's hashes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root, runQuietly } from '../run.mjs';
import { installedFolder } from '../shipped-packages.mjs';
import { isLeftOutOfApp, isNeeded, nativesOfApp, neededBy } from './native-packages.mjs';

/** Those that a release is packed for. */
export const systems = ['linux-x64', 'linux-arm64', 'win32-x64', 'win32-arm64', 'darwin-x64', 'darwin-arm64'];

const cache = join(root, 'node_modules/.roomtone-packages');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * @param {string} system such as `linux-x64`
 * @param {string} [lockfile] its text
 * @returns {{ alias: string, name: string, version: string }[]} `alias` is what it is imported by
 */
export function nativePackagesOf(system, lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) {
  const lock = parse(lockfile);
  const [platform, arch] = system.split('-');
  const found = new Map();
  const take = (alias, wanted) => {
    const key = /^(@|[a-z])/.test(wanted) ? wanted : `${alias}@${wanted}`;
    const id = key.replace(/\(.*$/, '');
    const { os = [platform], cpu = [arch], libc = ['glibc'], peerDependencies = {} } = lock.packages[id];
    const fits = os.includes(platform) && cpu.includes(arch) && libc.includes('glibc');
    if (!fits || isLeftOutOfApp(alias, platform) || found.has(id)) return;
    const at = id.lastIndexOf('@');
    found.set(id, { alias, name: id.slice(0, at), version: id.slice(at + 1) });
    // The lockfile lists what a package finds beside it, such as types, with its dependencies.
    for (const [needed, version] of Object.entries(neededBy(alias, lock.snapshots[key])))
      if (!Object.hasOwn(peerDependencies, needed)) take(needed, version);
  };
  for (const [folder, names] of Object.entries(nativesOfApp(platform))) {
    for (const name of names) take(name, lock.importers[folder].dependencies[name].version);
  }
  return [...found.values()];
}

/**
 * @param {{ name: string, version: string }[]} packages
 * @returns {Promise<string[]>} the folder of each
 * @throws {Error} if one cannot be fetched, or is not what the lockfile names
 */
export async function foldersOf(packages) {
  const { packages: locked } = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
  const folderOf = ({ name, version }) =>
    installedFolder(name, version, root) ?? join(cache, `${name.replace('/', '+')}@${version}`);
  const ids = packages.filter((each) => !existsSync(folderOf(each))).map(({ name, version }) => `${name}@${version}`);
  await fetchPackages([...new Set(ids)], (id) => locked[id].resolution.integrity);
  return packages.map(folderOf);
}

/** Fetches them together, and unpacks each that has its hash. */
async function fetchPackages(ids, integrityOf) {
  if (ids.length === 0) return;
  const work = join(cache, `fetching-${process.pid}`);
  mkdirSync(work, { recursive: true });
  try {
    await succeed(npm, ['pack', '--silent', '--pack-destination', work, ...ids]);
    for (const id of ids) {
      const at = id.lastIndexOf('@');
      const stem = `${id.slice(0, at).replace('@', '').replace('/', '-')}-${id.slice(at + 1)}`;
      const tarball = join(work, `${stem}.tgz`);
      const hash = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
      if (hash !== integrityOf(id)) throw new Error(`${id} is not what pnpm-lock.yaml names: its hash is ${hash}.`);
      mkdirSync(join(work, stem));
      await succeed('tar', ['-xzf', tarball, '-C', join(work, stem), '--strip-components=1']);
      const folder = join(cache, id.replace('/', '+'));
      if (!existsSync(folder)) renameSync(join(work, stem), folder);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function succeed(program, args) {
  const { ok, output } = await runQuietly(program, args);
  if (!ok) throw new Error(`${program} ${args.join(' ')} failed: ${output}`);
}

/**
 * The files that a package has in the app for a system.
 * @param {string} folder of the package
 * @returns {string[]} with `/`
 */
export function neededFiles(folder, system) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => isNeeded(path, system));
}
