// Installs what the tests need from the operating system, or names it if that is not possible.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly, since } from './run.mjs';
import { findLibrary } from './server-environment.mjs';

/** A Secret Service, its library, and two of their programs that the tests use. */
const KEYRING_PACKAGES = ['gnome-keyring', 'libsecret-1-0', 'libsecret-tools', 'dbus'];
const KEYRING_PROGRAMS = ['gnome-keyring-daemon', 'secret-tool', 'dbus-run-session'];
/**
 * Other programs that are needed, and what happens without. `programs` show that it is there; `brings` are others of the same packages, some
 * of which are not on the PATH.
 */
const OTHERS = [
  { programs: ['ip'], packages: ['iproute2'], without: 'two machines are tested on this one alone' },
  { programs: ['nft'], packages: ['nftables'], without: 'no firewall blocks UDP in the middle of a piece' },
  {
    programs: ['pg_createcluster'],
    brings: ['initdb', 'postgres', 'pg_isready', 'pg_dump', 'pg_restore'],
    packages: ['postgresql'],
    without: 'nothing is tested on PostgreSQL',
  },
  {
    programs: ['systemd-analyze'],
    packages: ['systemd'],
    without: 'nobody measures how much the service can reach',
  },
  {
    programs: ['redis-server'],
    brings: ['redis-cli'],
    packages: ['redis-server'],
    without: 'several processes are not tested as one service',
  },
  { programs: ['pgbouncer'], packages: ['pgbouncer'], without: 'no pooler stands in front of PostgreSQL' },
  { programs: ['haproxy'], packages: ['haproxy'], without: 'no load balancer spreads requests over processes' },
  { programs: ['caddy'], packages: ['caddy'], without: 'no Caddy reads its file' },
  { programs: ['nginx'], packages: ['nginx-light'], without: 'nobody plays through nginx' },
  { programs: ['apache2'], packages: ['apache2-bin'], without: 'nobody plays through Apache' },
  { programs: ['promtool'], packages: ['prometheus'], without: 'alerts and dashboard are not checked' },
  { programs: ['miniupnpd'], packages: ['miniupnpd-nftables'], without: 'no router opens a port to friends outside' },
  {
    programs: ['pebble'],
    brings: ['pebble-challtestsrv'],
    packages: ['pebble'],
    without: 'no certificate comes from an authority',
  },
  { programs: ['gcc'], packages: ['gcc', 'libc6-dev'], without: 'disks and clocks that fail are not tried' },
  {
    programs: ['7za', 'desktop-file-validate', 'appstreamcli'],
    packages: ['p7zip-full', 'desktop-file-utils', 'appstream'],
    without: 'no release is packed',
  },
  { programs: ['Xvfb'], packages: ['xvfb'], without: 'the app is not tried on a real Electron' },
  {
    programs: ['dunst', 'xdotool'],
    brings: ['dunstctl'],
    packages: ['dunst', 'xdotool'],
    without: 'nobody clicks on notifications and dialogs of the packed app',
  },
  { programs: ['unshare'], packages: ['util-linux'], without: 'root cannot try the app on a real Electron' },
  {
    programs: ['protoc', 'wsdump'],
    packages: ['python3-websocket', 'python3-protobuf', 'protobuf-compiler'],
    without: 'no client in Python joins',
  },
  { programs: ['mido3-play'], packages: ['python3-mido'], without: 'no other program reads the MIDI files' },
  { programs: ['zsh', 'fish'], packages: ['zsh', 'fish'], without: 'only bash is asked for completions' },
  { programs: ['abc2midi'], packages: ['abcmidi'], without: 'no other program reads the ABC tunes' },
];
/** Needed by the long tests only, because of its size. */
const GO = {
  programs: ['go', 'protoc-gen-go'],
  packages: [
    'golang-go',
    'golang-google-protobuf-dev',
    'golang-github-gorilla-websocket-dev',
    'protobuf-compiler',
    'protoc-gen-go',
  ],
  without: 'no client in Go joins',
};
/** Libraries, found by their file. */
const LIBRARIES = [
  { file: 'libjemalloc.so.2', packages: ['libjemalloc2'], without: 'memory is measured with glibc’s allocator' },
  ...[
    ['libgtk-3.so.0', 'libgtk-3-0'],
    ['libnss3.so', 'libnss3'],
    ['libasound.so.2', 'libasound2'],
    ['libgbm.so.1', 'libgbm1'],
    ['libnotify.so.4', 'libnotify4'],
  ].map(([file, name]) => ({ file, packages: [name], without: 'the app is not tried on a real Electron' })),
];
const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Debian's headless Chromium: it renders the same pages with less of the machine. */
const QUICK_CHROMIUM = 'chromium-headless-shell';

/** The programs that the packages of this list bring. */
export function listedPrograms() {
  const others = [...OTHERS, GO].flatMap(({ programs, brings = [] }) => [...programs, ...brings]);
  return [...CHROMIUM_NAMES, QUICK_CHROMIUM, ...KEYRING_PROGRAMS, ...others];
}

/**
 * @typedef {object} System the parts of the machine that are read or changed
 * @property {(name: string) => string | undefined} which the path of a program
 * @property {(file: string) => string | undefined} findLibrary the path of a shared library
 * @property {boolean} isRoot
 * @property {() => boolean} hasAptLists whether apt has package lists
 * @property {(args: string[]) => Promise<{ ok: boolean, output: string }>} aptGet
 * @property {(text: string) => void} write
 *
 * @typedef {{ name: string, reason: string }} Missing
 */

/**
 * @param {string | undefined} chosenChromium a path that the user has set
 * @param {System} [system]
 * @param {{ long?: boolean }} [options] `long`: with what only the long tests need
 * @returns {Promise<{ chromium: string | undefined, wholeChromium: string | undefined, missing: Missing[] }>}
 *   `chromium` for tests that do not need a complete one
 */
export async function provideSystemPackages(chosenChromium, system = thisSystem, { long = false } = {}) {
  const missing = [];
  let wholeChromium = chosenChromium ?? findChromium(system);
  let chromium = chosenChromium ?? system.which(QUICK_CHROMIUM);
  if (!wholeChromium || !chromium) {
    let problem = await aptInstall(wholeChromium ? [QUICK_CHROMIUM] : ['chromium', QUICK_CHROMIUM], system);
    // If there is no headless one.
    if (problem && !wholeChromium) problem = await aptInstall(['chromium'], system);
    wholeChromium ??= findChromium(system);
    chromium = system.which(QUICK_CHROMIUM) ?? wholeChromium;
    if (!wholeChromium) {
      const advice = 'install Chromium or Chrome, or set ROOMTONE_CHROMIUM to its path';
      missing.push({ name: 'chromium', reason: `${problem ?? 'apt-get installed no browser'}; ${advice}` });
    }
  }
  if (!hasKeyring(system)) {
    const problem = await aptInstall(KEYRING_PACKAGES, system);
    if (!hasKeyring(system)) {
      const advice = `install ${KEYRING_PACKAGES.join(', ')}`;
      missing.push({ name: 'gnome-keyring', reason: `${problem ?? 'apt-get installed no keyring'}; ${advice}` });
    }
  }
  missing.push(...(await provideOthers(system, long ? [...OTHERS, GO] : OTHERS)));
  // One test reads OpenTTD's music from its package, which it downloads but never installs.
  const problem = await ensureAptLists(system);
  if (problem) {
    missing.push({ name: 'openttd-openmsx', reason: `${problem}; it is downloaded with apt-get on Debian or Ubuntu` });
  }
  return { chromium, wholeChromium, missing };
}

/** @returns {Promise<Missing[]>} what could not be installed of the smaller needs */
async function provideOthers(system, others) {
  const needs = [
    ...others.map((need) => ({ ...need, isThere: need.programs.every((name) => system.which(name) !== undefined) })),
    ...LIBRARIES.map((need) => ({ ...need, isThere: system.findLibrary(need.file) !== undefined })),
  ];
  const missing = [];
  for (const { packages, without } of needs.filter(({ isThere }) => !isThere)) {
    const problem = await aptInstall(packages, system);
    if (problem) missing.push({ name: packages[0], reason: `${problem}; ${without}` });
  }
  return missing;
}

/**
 * Makes apt read its package lists if it has none, as in a fresh container.
 * @returns {Promise<string | undefined>} the reason if it failed
 */
export async function ensureAptLists(system = thisSystem) {
  if (!system.which('apt-get')) return 'this system has no apt-get';
  if (system.hasAptLists()) return undefined;
  if (!system.isRoot) return 'apt knows no packages yet and only root can run `apt-get update`';
  return aptGet('Reading the package lists', ['update'], system);
}

async function aptInstall(names, system) {
  const problem = await ensureAptLists(system);
  if (problem) return problem;
  if (!system.isRoot) return `only root can run \`apt-get install ${names.join(' ')}\``;
  const install = () =>
    aptGet(`Installing ${names.join(', ')}`, ['install', '-y', '--no-install-recommends', ...names], system);
  if ((await install()) === undefined) return undefined;
  // Old lists may name versions that the mirror no longer has.
  return (await aptGet('Reading the package lists', ['update'], system)) ?? (await install());
}

async function aptGet(doing, args, system) {
  system.write(`${doing} … `);
  const startMs = performance.now();
  const { ok, output } = await system.aptGet(args);
  system.write(`${ok ? '' : 'failed after '}${since(startMs)}\n`);
  if (ok) return undefined;
  const error = output.split('\n').find((line) => line.startsWith('E: ')) ?? output.trim().split('\n').at(-1);
  return `\`apt-get ${args[0]}\` failed: ${error}`;
}

function hasKeyring(system) {
  return KEYRING_PROGRAMS.every((name) => system.which(name) !== undefined);
}

function findChromium(system) {
  return CHROMIUM_NAMES.map((name) => system.which(name)).find((path) => path !== undefined);
}

/** @type {System} */
const thisSystem = {
  which(name) {
    const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
    return paths.find(isExecutable);
  },
  findLibrary,
  isRoot: process.getuid?.() === 0,
  hasAptLists() {
    const lists = '/var/lib/apt/lists';
    return existsSync(lists) && readdirSync(lists).some((name) => name.includes('_Packages'));
  },
  aptGet(args) {
    // Right after the machine's start, its own updates may hold the lock.
    return runQuietly('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], {
      env: { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
    });
  },
  write: (text) => process.stdout.write(text),
};

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
