// `npm run api:report`: writes packages/<library>/api-report.md, the public types of each library in one file, so that a
// change of the API shows in a review. A test fails if a report is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { build } from './build.mjs';
import { libraries } from './release/libraries.mjs';
import { isEntry, root } from './run.mjs';

/** @param {string} library its folder in packages/ */
export function apiReportFile(library) {
  return join(root, 'packages', library, 'api-report.md');
}

/**
 * The report on the build of a library: what each entry point exports, and the types that those declarations mention.
 * @param {string} library its folder in packages/
 */
export function apiReport(library) {
  const folder = join(root, 'packages', library);
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const load = moduleLoader();
  /** Every declaration that is already in the report, as `file name`. */
  const told = new Set();
  const waiting = [];
  const sections = Object.entries(exports).map(([path, { types }]) => {
    const found = exportsOf(load, join(folder, types));
    const lines = found.filter(({ file }) => file !== undefined).map((each) => declarationOf(each));
    const others = Map.groupBy(
      found.filter(({ file }) => file === undefined),
      ({ from }) => from,
    );
    for (const [from, names] of others)
      lines.push(`export { ${names.map((each) => each.exported).join(', ')} } from '${from}';`);
    return `## \`${join(name, path).replaceAll('\\', '/')}\`\n\n${fenced(lines)}`;
  });
  const mentioned = [];
  while (waiting.length > 0) {
    const { file, local } = waiting.shift();
    if (!told.has(`${file} ${local}`)) mentioned.push({ local, text: declarationOf({ file, local }) });
  }
  if (mentioned.length > 0) {
    const lines = mentioned.sort((one, other) => compare(one.local, other.local)).map(({ text }) => text);
    sections.push(`## Types that these mention\n\nThey are not exported by name.\n\n${fenced(lines)}`);
  }
  const heading = `# The API of ${name}\n\nMade by \`npm run api:report\` from the built types; never edited by hand.\n\n`;
  return heading + sections.join('\n');

  function declarationOf({ file, local }) {
    told.add(`${file} ${local}`);
    const { declarations } = load(file);
    const { text, mentions } = declarations.get(local);
    for (const mention of mentions) {
      const target = resolveName(load, file, mention);
      if (target?.file !== undefined) waiting.push(target);
    }
    return text;
  }
}

/** What a module exports, by name: each with the file and the local name of its declaration, or the package it is from. */
function exportsOf(load, file) {
  const found = new Map();
  const { exported, stars } = load(file);
  for (const from of stars) {
    for (const each of exportsOf(load, fileOf(file, from))) found.set(each.exported, each);
  }
  for (const [name, { from, local }] of exported) {
    const target = from === undefined ? resolveName(load, file, local) : resolveExport(load, file, from, local);
    if (target === undefined) throw new Error(`${file} exports ${name}, which is declared nowhere`);
    found.set(name, { exported: name, ...target });
  }
  return [...found.values()].sort((one, other) => compare(one.exported, other.exported));
}

/** Where a name in a file is declared; undefined for a global. */
function resolveName(load, file, name) {
  const { imported, declarations } = load(file);
  if (declarations.has(name)) return { file, local: name };
  const { from, local } = imported.get(name) ?? {};
  return from === undefined ? undefined : resolveExport(load, file, from, local);
}

function resolveExport(load, file, from, name) {
  if (!from.startsWith('.')) return { from };
  const { file: found, local } = exportsOf(load, fileOf(file, from)).find(({ exported }) => exported === name) ?? {};
  return found === undefined ? { from } : { file: found, local };
}

/** The types of a module that another one imports, such as `./frame.ts`. */
function fileOf(file, from) {
  return join(dirname(file), from.replace(/\.[jt]s$/, '.d.ts'));
}

function moduleLoader() {
  const modules = new Map();
  return (file) => {
    const known = modules.get(file) ?? readModule(readFileSync(file, 'utf8'));
    modules.set(file, known);
    return known;
  };
}

function readModule(source) {
  const module = { imported: new Map(), exported: new Map(), stars: [], declarations: new Map() };
  for (const node of parseAst(source, { lang: 'dts' }).body) {
    const from = node.source?.value;
    if (node.type === 'ImportDeclaration') {
      for (const each of node.specifiers) module.imported.set(each.local.name, { from, local: each.imported?.name });
    } else if (node.type === 'ExportAllDeclaration') {
      module.stars.push(from);
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration === null) {
      for (const each of node.specifiers) module.exported.set(each.exported.name, { from, local: each.local.name });
    } else {
      const declared = node.declaration ?? node;
      for (const name of namesOf(declared)) {
        const before = module.declarations.get(name);
        const text = [before?.text, textOf(source.slice(node.start, node.end))].filter(Boolean).join('\n');
        const mentions = new Set([...(before?.mentions ?? []), ...mentionsIn(declared)]);
        // A constant and a type may have the same name.
        module.declarations.set(name, { text, mentions });
        if (node !== declared) module.exported.set(name, { from: undefined, local: name });
      }
    }
  }
  return module;
}

function namesOf(declared) {
  if (declared.type === 'VariableDeclaration') return declared.declarations.map(({ id }) => id.name);
  return declared.id === undefined || declared.id === null ? [] : [declared.id.name];
}

/** Every name in a declaration that is not that of a property. */
function mentionsIn(node) {
  if (Array.isArray(node)) return node.flatMap(mentionsIn);
  if (typeof node !== 'object' || node === null) return [];
  if (node.type === 'Identifier') return [node.name, ...mentionsIn(node.typeAnnotation)];
  return Object.entries(node).flatMap(([key, value]) => (key === 'key' && !node.computed ? [] : mentionsIn(value)));
}

/** A declaration without comments, private members and empty lines. */
function textOf(declaration) {
  const lines = declaration.replace(/\/\*[\s\S]*?\*\//g, '').split(/\r?\n/);
  return lines.filter((line) => !/^\s*(\/\/.*|#private;)?$/.test(line)).join('\n');
}

function fenced(lines) {
  return `\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n`;
}

function compare(one, other) {
  return one < other ? -1 : Number(one > other);
}

if (isEntry(import.meta.filename)) {
  if (await build()) {
    for (const library of libraries) writeFileSync(apiReportFile(library), apiReport(library));
  } else {
    process.exitCode = 1;
  }
}
