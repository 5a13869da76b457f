// The packages with binaries as a release contains them: only what they need to run on this system.
import { cpSync, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Imported by the server's bundles; each system has its own. */
export const serverNatives = ['@node-rs/argon2', 'better-sqlite3', 'node-datachannel', 'sharp'];
const appNatives = ['@julusian/midi', 'keytar'];
/** sharp loads this by itself where its binary is missing. */
const sharpInWebAssembly = '@img/sharp-wasm32';
/** Electron links the system's GLib. sharp's binary brings one of its own, and two in one process can crash it. */
const sharpForLinux = /^@img\/sharp-(libvips-)?linux/;

/**
 * The packages that lie beside the app, by the folder of the workspace that depends on them.
 * @param {string} platform of Node
 * @returns {Record<string, readonly string[]>}
 */
export function nativesOfApp(platform) {
  return {
    'apps/server': serverNatives,
    'apps/desktop': [...appNatives, ...(platform === 'linux' ? [sharpInWebAssembly] : [])],
  };
}

/** Tells whether the app comes without a package although another one depends on it. */
export function isLeftOutOfApp(name, platform) {
  return forCompiling.has(name) || (platform === 'linux' && sharpForLinux.test(name));
}

/** The dependencies of a package that a release contains, with the optional ones. */
export function neededBy(name, { dependencies, optionalDependencies }) {
  return withoutDependencies.has(name) ? {} : { ...dependencies, ...optionalDependencies };
}

/** Needed only to compile the others. */
const forCompiling = new Set(['node-addon-api']);
/** Its dependencies are needed only by its command line. */
const withoutDependencies = new Set(['pkg-prebuilds']);
const leftOut = new Set([
  'bin',
  'deps',
  'install',
  'node_modules',
  'script',
  'scripts',
  'src',
  'test',
  'tests',
  'types',
]);
export const binary = /\.(node|dll|dylib)$|\.so[.\d]*$/;
const system = /(?:linux|darwin|win32)(?:musl)?-(?:x64|ia32|arm64|arm\w*)(?:-musl)?/;

/**
 * Copies packages and their dependencies into a flat `node_modules`.
 * @param {string} from the workspace's folder that depends on them
 * @param {readonly string[]} names as they are imported
 * @param {string} to the `node_modules` folder
 */
export function copyNativePackages(from, names, to) {
  for (const name of names) copyPackage(realpathSync(join(from, 'node_modules', name)), name, to);
}

/**
 * Tells whether a file of a package is needed on a system.
 * @param {string} path in the package, with `/`
 * @param {string} ownSystem such as `linux-x64`
 */
export function isNeeded(path, ownSystem) {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  if (parts.slice(0, -1).some((part) => leftOut.has(part))) return false;
  if (binary.test(name)) return (system.exec(path)?.[0] ?? ownSystem) === ownSystem;
  if (/^(licen[cs]e|copying|notice)/i.test(name)) return true;
  return /\.([cm]?js|json|wasm)$/.test(name);
}

function copyPackage(folder, name, to) {
  const manifest = manifestOf(folder);
  const target = join(to, name);
  if (existsSync(target)) {
    const other = manifestOf(target).version;
    if (other !== manifest.version)
      throw new Error(`${name} is needed in two versions, ${manifest.version} and ${other}.`);
    return;
  }
  copyNeeded(folder, target);
  for (const needed of Object.keys(neededBy(name, manifest))) {
    // pnpm puts a package's dependencies beside it. Those for other systems are not installed.
    const beside = join(folder, ...manifest.name.split('/').map(() => '..'), needed);
    if (!isLeftOutOfApp(needed, process.platform) && existsSync(beside)) copyPackage(realpathSync(beside), needed, to);
  }
}

function copyNeeded(folder, target) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (entry.isFile() && isNeeded(path, `${process.platform}-${process.arch}`))
      cpSync(join(folder, path), join(target, path));
  }
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
