import { expect, it } from 'vitest';
import { ensureAptLists, provideSystemPackages } from './system-packages.mjs';

const browsers = ['chromium', 'chromium-headless-shell'];
/** The paths of both browsers. */
const both = { chromium: '/bin/chromium-headless-shell', wholeChromium: '/bin/chromium' };
const keyring = ['gnome-keyring-daemon', 'secret-tool', 'dbus-run-session'];
const languageTools = ['protoc', 'wsdump'];
/** Those that read music. */
const musicReaders = ['mido3-play', 'abc2midi'];
/** The shells besides bash that are asked for completions. */
const shells = ['zsh', 'fish'];
const releaseTools = ['7za', 'desktop-file-validate', 'appstreamcli', ...languageTools];
/** The programs that a service of several processes needs. */
const service = ['redis-server', 'pgbouncer', 'haproxy', 'caddy', 'nginx', 'apache2', 'promtool'];
/** The programs that most machines have. */
const basicTools = [
  'ip',
  'nft',
  'miniupnpd',
  'pebble',
  'pg_createcluster',
  'systemd-analyze',
  ...service,
  'gcc',
  ...musicReaders,
  ...shells,
  ...keyring,
  ...releaseTools,
  'Xvfb',
  'dunst',
  'xdotool',
  'unshare',
];

it('uses what is installed without calling apt', async () => {
  const { system, ran } = machine({ programs: without() });
  expect(await provideSystemPackages(undefined, system)).toEqual({ ...both, missing: [] });
  expect(await provideSystemPackages('/mine', system)).toMatchObject({ chromium: '/mine', wholeChromium: '/mine' });
  expect(ran).toEqual([]);
});

it('installs Chromium as root, reading the package lists only if there are none', async () => {
  const { system, ran } = machine({ programs: ['apt-get', ...basicTools], hasLists: false });
  expect(await provideSystemPackages(undefined, system)).toEqual({ ...both, missing: [] });
  expect(ran).toEqual(['update', 'install -y --no-install-recommends chromium chromium-headless-shell']);
});

it('reads the package lists again if they are too old to install from', async () => {
  const { system, ran } = machine({ programs: ['apt-get', ...basicTools], failures: ['install'] });
  expect(await provideSystemPackages(undefined, system)).toMatchObject(both);
  expect(ran.map((command) => command.split(' ')[0])).toEqual(['install', 'update', 'install']);
});

it('adds the headless Chromium to a complete one', async () => {
  const { system, ran } = machine({ programs: ['chromium', 'apt-get', ...basicTools] });
  expect(await provideSystemPackages(undefined, system)).toEqual({ ...both, missing: [] });
  expect(ran).toEqual(['install -y --no-install-recommends chromium-headless-shell']);
});

it('makes do with a complete Chromium if apt has no headless one', async () => {
  const whole = { chromium: '/bin/chromium', wholeChromium: '/bin/chromium', missing: [] };
  for (const programs of [
    ['apt-get', ...basicTools],
    ['apt-get', 'chromium', ...basicTools],
  ]) {
    const { system } = machine({ programs, unknown: ['chromium-headless-shell'] });
    expect(await provideSystemPackages(undefined, system)).toEqual(whole);
  }
});

it('installs the whole keyring if a part of it is missing', async () => {
  const { system, ran } = machine({ programs: without('gnome-keyring-daemon', 'secret-tool') });
  expect((await provideSystemPackages(undefined, system)).missing).toEqual([]);
  expect(ran).toEqual(['install -y --no-install-recommends gnome-keyring libsecret-1-0 libsecret-tools dbus']);
});

it('installs the tools for two network namespaces, and says where there is only one machine', async () => {
  const { system, ran } = machine({
    programs: without('ip'),
  });
  expect((await provideSystemPackages(undefined, system)).missing).toEqual([]);
  expect(ran).toEqual(['install -y --no-install-recommends iproute2']);
  const other = machine({
    programs: without('ip'),
    isRoot: false,
  });
  expect((await provideSystemPackages(undefined, other.system)).missing).toEqual([
    { name: 'iproute2', reason: expect.stringMatching(/only root.*on this one alone/) },
  ]);
});

it.each([
  { what: 'the firewall', missing: ['nft'], packages: 'nftables' },
  { what: 'the router', missing: ['miniupnpd'], packages: 'miniupnpd-nftables' },
  { what: 'the certificate authority', missing: ['pebble'], packages: 'pebble' },
  { what: 'the compiler for the faults of the proof', missing: ['gcc'], packages: 'gcc libc6-dev' },
  {
    what: 'the tools that pack a release',
    missing: ['7za', 'desktop-file-validate', 'appstreamcli'],
    packages: 'p7zip-full desktop-file-utils appstream',
  },
  {
    what: 'what a client in Python needs',
    missing: languageTools,
    packages: 'python3-websocket python3-protobuf protobuf-compiler',
  },
])('installs $what', async ({ missing, packages }) => {
  const { system, ran } = machine({ programs: without(...missing) });
  expect((await provideSystemPackages(undefined, system)).missing).toEqual([]);
  expect(ran).toEqual([`install -y --no-install-recommends ${packages}`]);
});

it('installs the allocator that returns memory', async () => {
  const { system, ran } = machine({ programs: without(), lacks: ['libjemalloc.so.2'] });
  expect((await provideSystemPackages(undefined, system)).missing).toEqual([]);
  expect(ran).toEqual(['install -y --no-install-recommends libjemalloc2']);
});

it('installs what a real Electron needs', async () => {
  const { system, ran } = machine({ programs: without('Xvfb'), lacks: ['libnotify.so.4'] });
  expect((await provideSystemPackages(undefined, system)).missing).toEqual([]);
  expect(ran).toEqual(['xvfb', 'libnotify4'].map((name) => `install -y --no-install-recommends ${name}`));
});

it('says what is missing and how to get it if it may not install', async () => {
  const { system, ran } = machine({
    programs: without(...browsers, ...keyring),
    isRoot: false,
  });
  const { chromium, missing } = await provideSystemPackages(undefined, system);
  expect(chromium).toBeUndefined();
  expect(missing).toEqual([
    { name: 'chromium', reason: expect.stringMatching(/only root.*install Chromium or Chrome/) },
    { name: 'gnome-keyring', reason: expect.stringMatching(/only root.*install gnome-keyring, libsecret/) },
  ]);
  expect(ran).toEqual([]);
});

it('works without apt', async () => {
  const { system } = machine({ programs: [...without('apt-get', ...browsers, ...keyring), 'google-chrome'] });
  const { chromium, missing } = await provideSystemPackages(undefined, system);
  expect(chromium).toBe('/bin/google-chrome');
  expect(missing.map(({ name }) => name)).toEqual(['gnome-keyring', 'openttd-openmsx']);
});

it('passes on apt’s own error', async () => {
  const { system } = machine({ programs: ['apt-get'], hasLists: false, failures: ['update'] });
  expect(await ensureAptLists(system)).toBe('`apt-get update` failed: E: no mirror');
});

it('installs what only the long tests need for those', async () => {
  const { system, ran } = machine({ programs: without() });
  expect((await provideSystemPackages(undefined, system, { long: true })).missing).toEqual([]);
  expect(ran).toEqual([
    'install -y --no-install-recommends golang-go golang-google-protobuf-dev golang-github-gorilla-websocket-dev protobuf-compiler protoc-gen-go',
  ]);
});

/** Everything but these programs. */
function without(...missing) {
  return ['apt-get', ...browsers, ...basicTools].filter((name) => !missing.includes(name));
}

/** The programs that a package contains. */
function installs(name) {
  const programs = {
    'gnome-keyring': [keyring[0]],
    'libsecret-tools': [keyring[1]],
    dbus: [keyring[2]],
    iproute2: ['ip'],
    nftables: ['nft'],
    'miniupnpd-nftables': ['miniupnpd'],
    'p7zip-full': ['7za'],
    'desktop-file-utils': ['desktop-file-validate'],
    appstream: ['appstreamcli'],
    'protobuf-compiler': ['protoc'],
    'python3-mido': ['mido3-play'],
    zsh: ['zsh'],
    fish: ['fish'],
    abcmidi: ['abc2midi'],
    'python3-websocket': ['wsdump'],
    'golang-go': ['go'],
    prometheus: ['promtool'],
    systemd: ['systemd-analyze'],
  };
  return programs[name] ?? [name];
}

/**
 * A machine whose apt-get installs a program of the package's name; each of `failures` fails once, `unknown` always.
 */
function machine({ programs, lacks = [], isRoot = true, hasLists = true, failures = [], unknown = [] }) {
  const installed = new Set(programs);
  const pending = [...failures];
  const ran = [];
  const system = {
    which: (name) => (installed.has(name) ? `/bin/${name}` : undefined),
    findLibrary: (file) => (lacks.includes(file) ? undefined : `/usr/lib/${file}`),
    isRoot,
    hasAptLists: () => hasLists || ran.includes('update'),
    write: () => {},
    aptGet: async (args) => {
      ran.push(args.join(' '));
      const failure = pending.indexOf(args[0]);
      if (failure !== -1 || args.some((arg) => unknown.includes(arg))) {
        if (failure !== -1) pending.splice(failure, 1);
        return { ok: false, output: 'Reading…\nE: no mirror\n' };
      }
      if (args[0] === 'install') for (const each of args.slice(3).flatMap(installs)) installed.add(each);
      return { ok: true, output: '' };
    },
  };
  return { system, ran };
}
