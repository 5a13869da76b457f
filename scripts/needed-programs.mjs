// Finds the programs that tests look for or start: each must come with a package on the list, or a machine on which somebody
// installed it by hand hides that it is missing everywhere else.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { isEntry, root } from './run.mjs';
import { listedPrograms } from './system-packages.mjs';

/** Code that runs in `npm test` or `npm run test:long`. */
const testCode = [
  '{apps,packages,examples}/**/*.{test,spec}.ts',
  '{apps,packages,examples}/**/{test,e2e}/**/*.{ts,mjs}',
  'testing/**/*.{ts,mjs}',
  'scripts/**/*.test.mjs',
  'scripts/release/fpm-stand-in.mjs',
];

/** The packages that a minimal Debian with Node, npm, Python, git and a C++ compiler has. */
const everywhere = [
  ...[
    'bash',
    'sh',
    'which',
    'id',
    'grep',
    'ls',
    'mkfifo',
    'sha256sum',
    'stdbuf',
    'tar',
    'script',
    'setpriv',
    'taskset',
    'chrt',
  ],
  ...['mount', 'umount', 'dpkg', 'dpkg-deb', 'apt-get', 'node', 'npm', 'npx', 'python3', 'git', 'g++', 'gcc'],
];

/** Programs that no package brings: those of a machine with an ALSA sequencer, whose test may be skipped. */
const onlyElsewhere = ['alsa-vm', 'vm-usb-midi', 'amidi', 'aconnect', 'aseqdump'];

/** Files with a call that takes the program's name from elsewhere, or that starts another program by this one; and what they start. */
const given = {
  // Electron, where it has been fetched.
  'apps/desktop/e2e/desktop-app.ts': [],
  'apps/desktop/e2e/running-electron.ts': [],
  'apps/desktop/test/hardware/programs.ts': ['vm-usb-midi', 'amidi', 'aconnect', 'aseqdump'],
  'apps/desktop/test/hosting-outside.test.ts': ['ip', 'node'],
  'apps/desktop/test/keychain.test.ts': ['bash', 'gnome-keyring-daemon', 'node'],
  'apps/desktop/test/long/midi-hardware.test.ts': ['alsa-vm', 'node'],
  'apps/server/test/clients/client-program.ts': ['python3'],
  'apps/server/test/operations/proxies.test.ts': ['caddy', 'nginx', 'apache2', 'haproxy'],
  'apps/server/test/process/long/lost-database.test.ts': ['node'],
  'apps/server/test/proof/server-process.ts': ['ip', 'node'],
  'apps/server/test/redis/balancer-process.ts': ['haproxy'],
  'apps/server/test/redis/long/sentinel.test.ts': ['redis-server'],
  'apps/server/test/redis/redis-server.ts': ['redis-server'],
  'apps/server/test/support/server-process.ts': ['ip', 'setpriv', 'node'],
  'packages/cli/test/commands.test.ts': ['bash', 'zsh', 'fish', 'ls', 'node'],
  'packages/cli/test/sign-ins.test.ts': ['bash', 'gnome-keyring-daemon', 'grep', 'ls', 'node', 'script', 'secret-tool'],
  // Runtimes that the test has installed itself.
  'packages/sdk/test/long/documented.test.ts': ['npm', 'node'],
  // Packages that the script has installed itself.
  'scripts/release/long/libraries.test.mjs': [],
  'testing/called-program.ts': ['ip', 'node'],
  'testing/emulated-link/long/emulated-link.test.ts': ['ip', 'node'],
  'testing/emulated-link/emulated-link.ts': ['ip', 'gcc'],
  'testing/emulated-link/firewall.ts': ['ip', 'nft'],
  'testing/emulated-link/link-user-program.ts': ['chromium', 'chromium-headless-shell'],
  'testing/home-network/home-network.ts': ['ip', 'nft', 'miniupnpd'],
  'testing/pebble/pebble.ts': ['pebble', 'pebble-challtestsrv'],
  'testing/running-server.ts': ['ip', 'node'],
};

/** Functions whose first argument is a program. */
const starters = ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'findProgram'];
/** Programs that start another one. */
const wrappers = ['dbus-run-session', 'script', 'setpriv', 'stdbuf', 'which', 'xvfb-run'];

/** @returns {{ ok: boolean, output: string }} */
export function checkNeededPrograms({ listed = listedPrograms() } = {}) {
  const paths = globSync(testCode, { cwd: root, exclude: ['**/node_modules', '**/dist'] }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const known = new Set([...everywhere, ...onlyElsewhere, ...listed]);
  const files = new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const problems = programProblems(files, known, given);
  return { ok: problems.length === 0, output: problems.join('\n') };
}

/**
 * @param {Map<string, string>} files the text of each
 * @param {Set<string>} known the programs that are there
 * @param {Record<string, string[]>} named what files start whose calls do not say it
 * @returns {string[]} `path: what is wrong`
 */
export function programProblems(files, known, named) {
  const missing = (path, names) =>
    names
      .filter((name) => !known.has(name))
      .map((name) => `${path}: no package in scripts/system-packages.mjs brings \`${name}\``);
  const problems = Array.from(files, ([path, text]) => {
    const { names, isOpen } = programsIn(path, text);
    const problem =
      isOpen && named[path] === undefined && `${path}: list the programs that it starts in scripts/needed-programs.mjs`;
    return [...missing(path, [...names, ...(named[path] ?? [])]), ...(problem ? [problem] : [])];
  }).flat();
  const stale = Object.keys(named).filter((path) => !files.has(path) || !programsIn(path, files.get(path)).isOpen);
  return [
    ...problems,
    ...stale.map((path) => `${path}: is listed in scripts/needed-programs.mjs and starts nothing of the kind`),
  ];
}

/**
 * The programs that a file names. `isOpen` if it starts others too.
 * @returns {{ names: Set<string>, isOpen: boolean }}
 */
export function programsIn(path, text) {
  const names = new Set();
  if (!/child_process|findProgram|through/.test(text)) return { names, isOpen: false };
  const { program } = parseSync(path, text);
  const nodes = Array.from(nodesIn(program));
  const isPromisified = ({ init }) => init?.callee?.name === 'promisify' && starters.includes(init.arguments[0]?.name);
  const declared = nodes.filter(({ type }) => type === 'VariableDeclarator');
  const callees = [...starters, ...declared.filter(isPromisified).map(({ id }) => id.name)];
  /** The values of constants, by name; a name with two of them is not followed. */
  const constants = new Map(declared.map(({ id, init }) => [id.name, init]));
  const twice = declared.filter(({ id }, index) => declared.findIndex((other) => other.id.name === id.name) !== index);
  for (const { id } of twice) constants.delete(id.name);
  let isOpen = false;
  const take = (node) => {
    const found = valuesOf(node, constants);
    isOpen ||= found === undefined || found.some((name) => wrappers.includes(name));
    for (const name of found ?? []) names.add(name);
  };
  for (const node of nodes) {
    const isCall = node.type === 'CallExpression' && callees.includes(node.callee.name ?? '');
    // Its own definition, and a method of that name, are not calls of it.
    if (isCall && node.arguments.length > 0) take(node.arguments[0]);
    const value = node.type === 'Property' && node.key.name === 'through' ? node.value : node.init;
    if (node.type === 'VariableDeclarator' && node.id.name !== 'through') continue;
    for (const array of arraysIn(value)) if (array.elements.length > 0) take(array.elements[0]);
  }
  return { names, isOpen };
}

/** @returns {string[] | undefined} what the expression can be; undefined if that cannot be seen */
function valuesOf(node, constants, depth = 0) {
  const all = (...parts) => {
    const values = parts.map((part) => valuesOf(part, constants, depth + 1));
    return values.includes(undefined) ? undefined : values.flat();
  };
  if (depth > 8 || node === undefined || node === null) return undefined;
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' && node.value !== '' ? [node.value.replace(/^.*\//, '')] : [];
    case 'MemberExpression':
      return node.object.name === 'process' && node.property.name === 'execPath' ? [] : undefined;
    case 'LogicalExpression':
      return all(node.left, node.right);
    case 'ConditionalExpression':
      return all(node.consequent, node.alternate);
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return all(node.expression);
    case 'CallExpression':
      if (node.callee.name === 'findProgram') return all(node.arguments[0]);
      return node.callee.name === 'join' ? all(node.arguments.at(-1)) : undefined;
    case 'Identifier':
      return constants.has(node.name) ? all(constants.get(node.name)) : undefined;
    default:
      return undefined;
  }
}

/** The arrays that an expression can be. */
function arraysIn(node) {
  if (node?.type === 'ArrayExpression') return [node];
  return node?.type === 'ConditionalExpression' ? [...arraysIn(node.consequent), ...arraysIn(node.alternate)] : [];
}

function* nodesIn(node) {
  if (Array.isArray(node)) {
    for (const child of node) yield* nodesIn(child);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') yield node;
  for (const child of Object.values(node)) yield* nodesIn(child);
}

if (isEntry(import.meta.filename)) {
  const { ok, output } = checkNeededPrograms();
  if (output !== '') console.log(output);
  process.exitCode = ok ? 0 : 1;
}
