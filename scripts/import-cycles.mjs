// Finds files that import each other in a cycle, by type-only imports and import() too: nobody can read or change one of them
// alone. A thread started by `new Worker(new URL(…))` is not an import.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { root } from './run.mjs';

/**
 * Checks the src folder of every app and package.
 * @returns {{ ok: boolean, output: string }} `output` names the files of each cycle.
 */
export function checkImportCycles(folder = root) {
  const cycles = findCycles(importsIn(folder));
  const output = cycles.map((files) => `import cycle:\n  ${files.join('\n  ')}`).join('\n');
  return { ok: cycles.length === 0, output };
}

/**
 * The source files that each source file imports.
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
 * The strongly connected components of a graph, by Tarjan's algorithm: files that all lead to one another.
 * @param {Map<string, Set<string>>} imports
 * @returns {string[][]} each sorted; includes a file that imports itself.
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

/** The modules that a file names in import, export … from and import(), including those of types. */
export function specifiersIn(name, text) {
  const { module, program } = parseSync(name, text);
  const requested = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
  ];
  // These can be anywhere in the code, so they need a walk through the whole tree.
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
