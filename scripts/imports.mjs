// Reads which source files import which, by type-only imports and import() too. A thread started by `new Worker(new URL(…))` is not
// an import.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { parseSync } from 'rolldown/utils';

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

/** The modules that a file names in import, … from and import(), including those of types. */
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
