// Files that import each other in a cycle, type-only imports and import() included: nobody can read or change one of them
// alone. Starting a thread by `new Worker(new URL(…))` is no import.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { root } from './run.mjs';

/**
 * Cycles that are still there, each as the files in it. The list only ever gets shorter: a cycle that is not here fails the
 * check, and so does a file that joins one.
 * @type {readonly (readonly string[])[]}
 */
export const knownCycles = [
  ['apps/server/src/adapters/sqlite/billing-schema.ts', 'apps/server/src/adapters/sqlite/schema.ts'],
  [
    'apps/server/src/realtime/social/activity.ts',
    'apps/server/src/realtime/connections/asking.ts',
    'apps/server/src/realtime/connections/client.ts',
    'apps/server/src/realtime/connections/clients.ts',
    'apps/server/src/realtime/connections/commands.ts',
    'apps/server/src/realtime/social/direct-messages.ts',
    'apps/server/src/realtime/sockets/gateway.ts',
    'apps/server/src/realtime/rooms/moderation.ts',
    'apps/server/src/realtime/social/presence-news.ts',
    'apps/server/src/realtime/realtime.ts',
    'apps/server/src/realtime/periodic-tasks.ts',
    'apps/server/src/realtime/upkeep.ts',
    'apps/server/src/realtime/social/user-commands.ts',
    'apps/server/src/realtime/social/who-is-online.ts',
  ],
  [
    'packages/sdk/src/notes/note-intake.ts',
    'packages/sdk/src/quality/quality.ts',
    'packages/sdk/src/room/room-types.ts',
  ],
];

/**
 * Looks through the src folder of every app and package.
 * @returns {{ ok: boolean, output: string }} `output` names cycles that are new, and listed ones that are gone.
 */
export function checkImportCycles(folder = root, known = knownCycles) {
  const { added, gone } = compareCycles(findCycles(importsIn(folder)), known);
  const lines = [
    ...added.map((files) => `import cycle:\n  ${files.join('\n  ')}`),
    ...gone.map((files) => `no import cycle any more, take it off knownCycles:\n  ${files.join('\n  ')}`),
  ];
  return { ok: added.length === 0, output: lines.join('\n') };
}

/**
 * What each source file imports of the others.
 * @returns {Map<string, Set<string>>} by path from the folder, with slashes.
 */
export function importsIn(folder) {
  const files = new Set(sourceFolders(folder).flatMap((each) => sourcesIn(folder, each)));
  return new Map(
    [...files].map((file) => {
      const specifiers = specifiersIn(file, readFileSync(join(folder, file), 'utf8'));
      const targets = specifiers
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => posix.join(posix.dirname(file), specifier.replace(/\?.*$/, '')));
      return [file, new Set(targets.filter((target) => files.has(target)))];
    }),
  );
}

/**
 * The strongly connected parts of a graph, by Tarjan's algorithm: files that all lead to one another.
 * @param {Map<string, Set<string>>} imports
 * @returns {string[][]} each sorted; a file that imports itself is one, too.
 */
export function findCycles(imports) {
  const indexes = new Map();
  const lowest = new Map();
  const stack = [];
  const cycles = [];
  const visit = (file) => {
    indexes.set(file, indexes.size);
    lowest.set(file, indexes.get(file));
    stack.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!indexes.has(target)) visit(target);
      if (stack.includes(target)) lowest.set(file, Math.min(lowest.get(file), lowest.get(target)));
    }
    if (lowest.get(file) !== indexes.get(file)) return;
    const part = stack.splice(stack.indexOf(file));
    if (part.length > 1 || imports.get(file)?.has(file)) cycles.push(part.sort());
  };
  for (const file of imports.keys()) if (!indexes.has(file)) visit(file);
  return cycles.sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

/**
 * A cycle that has lost files but gained none counts as the known one; its list can be shortened.
 * @param {readonly (readonly string[])[]} found
 * @param {readonly (readonly string[])[]} known
 * @returns {{ added: (readonly string[])[], gone: string[][] }}
 */
export function compareCycles(found, known) {
  const stillThere = new Set(found.flat());
  return {
    added: found.filter((files) => !known.some((listed) => files.every((file) => listed.includes(file)))),
    gone: known.map((listed) => listed.filter((file) => !stillThere.has(file))).filter((files) => files.length > 0),
  };
}

/** The modules that a file names in import, export … from and import(), of types, too. */
export function specifiersIn(name, text) {
  const { module, program } = parseSync(name, text);
  const requested = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
  ];
  // Only these stand inside of other code.
  const inside = text.includes('import(') ? [...importCallsIn(program)] : [];
  return [...new Set([...requested, ...inside])].filter((specifier) => specifier !== undefined);
}

function* importCallsIn(node) {
  if (typeof node !== 'object' || node === null) return;
  if (node.type === 'ImportExpression' || node.type === 'TSImportType') {
    const { value } = node.source;
    if (typeof value === 'string') yield value;
  }
  for (const child of Object.values(node)) yield* importCallsIn(child);
}

function sourceFolders(folder) {
  return ['apps', 'packages']
    .filter((group) => existsSync(join(folder, group)))
    .flatMap((group) => readdirSync(join(folder, group)).map((name) => join(group, name, 'src')))
    .filter((each) => existsSync(join(folder, each)));
}

function sourcesIn(folder, under) {
  return readdirSync(join(folder, under), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

if (import.meta.main) {
  const { ok, output } = checkImportCycles();
  if (output !== '') console.log(output);
  process.exitCode = ok ? 0 : 1;
}
