// Turns the catalogs in messages/ into modules for each language, and English into types. Fails if a language lacks a text or
// has one that cannot be filled.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { parse } from '@messageformat/parser';

const here = import.meta.dirname;
const messages = join(here, 'messages');
const catalogs = join(here, 'dist/catalogs');
const generated = join(here, 'src/gen');
/** A page loads one language; programs have all at hand. */
const partsOfPages = ['rooms', 'screens'];
/** Each by its own name, with `direction` if it is written from right to left. */
export const languages = JSON.parse(readFileSync(join(here, 'languages.json'), 'utf8'));
const parts = filesIn('en');

/** @typedef {'number' | 'value'} Kind of an argument */

/** Every text of a catalog by its name, without the remarks for translators. */
export function textsOf(language, part) {
  const entries = Object.entries(JSON.parse(readFileSync(join(messages, language, `${part}.arb`), 'utf8')));
  return new Map(entries.filter(([id]) => !id.startsWith('@')));
}

/** The faults of one language beside English, in words. */
export function faultsOf(language) {
  const faults = [];
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const part of parts) {
    const english = textsOf('en', part);
    const own = filesIn(language).includes(part) ? textsOf(language, part) : new Map();
    const say = (id, fault) => faults.push(`${language}/${part}.arb: ${id} ${fault}`);
    for (const id of own.keys()) if (!english.has(id)) say(id, 'is in no English catalog');
    for (const [id, text] of english) {
      const translated = own.get(id);
      if (typeof translated !== 'string' || (translated === '' && text !== '')) say(id, 'is missing');
      else for (const fault of faultsIn(translated, text, forms)) say(id, fault);
    }
  }
  return faults;
}

function faultsIn(text, english, forms) {
  try {
    const plurals = [];
    const wanted = argumentsOf(english);
    const own = argumentsOf(text, plurals);
    return [
      ...[...own.keys()].filter((name) => !wanted.has(name)).map((name) => `has an unknown value {${name}}`),
      ...[...wanted.keys()].filter((name) => !own.has(name)).map((name) => `lacks the value {${name}}`),
      ...plurals
        .flatMap((cases) => cases.filter((form) => !form.startsWith('=') && !forms.includes(form)))
        .map((form) => `has the plural form “${form}”, which the language has not`),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/**
 * The values that a text has places for.
 * @param {string[][]} [plurals] gets the forms of each plural.
 * @returns {Map<string, Kind>}
 */
function argumentsOf(text, plurals = []) {
  const found = new Map();
  const visit = (tokens) => {
    for (const token of tokens) {
      if (token.type === 'argument') found.set(token.arg, found.get(token.arg) ?? 'value');
      if (token.type === 'function') found.set(token.arg, token.key === 'number' ? 'number' : 'value');
      if (token.cases === undefined) continue;
      found.set(token.arg, token.type === 'select' ? 'value' : 'number');
      if (token.type === 'plural') plurals.push(token.cases.map(({ key }) => key));
      for (const each of token.cases) visit(each.tokens);
    }
  };
  visit(parse(text));
  return found;
}

function filesIn(language) {
  return readdirSync(join(messages, language)).map((name) => name.replace(/\.arb$/, ''));
}

function compiled(text) {
  const tokens = compileMessageOrThrow(text);
  return tokens.every((token) => typeof token === 'string') ? tokens.join('') : tokens;
}

/** The type of a catalog's texts: levels by the dots of their names. */
function typeOf(texts) {
  const root = {};
  for (const [id, text] of texts) {
    const path = id.split('.');
    const last = path.pop();
    let level = root;
    for (const name of path) level = level[name] ??= {};
    const places = [...argumentsOf(text)].map(
      ([name, kind]) => `readonly ${name}: ${kind === 'number' ? 'number' : 'string | number'}`,
    );
    level[last] = places.length === 0 ? 'string' : `(values: { ${places.join('; ')} }) => string`;
  }
  return levelType(root);
}

function levelType(level) {
  if (typeof level === 'string') return level;
  const names = Object.keys(level);
  if (names.every((name, index) => name === String(index))) return 'readonly string[]';
  const types = names.map(
    (name) => `readonly ${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${levelType(level[name])};`,
  );
  return `{\n${types.join('\n')}\n}`;
}

function pascal(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function write() {
  const codes = languages.map(({ code }) => code);
  const faults = codes.flatMap(faultsOf);
  if (faults.length > 0) {
    console.error(faults.slice(0, 40).join('\n'));
    process.exitCode = 1;
    return;
  }
  for (const folder of [catalogs, generated]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(generated, { recursive: true });
  for (const part of parts) writePart(part, codes);
  writeFileSync(
    join(catalogs, 'catalog.d.ts'),
    'declare const catalog: Readonly<Record<string, string | readonly unknown[]>>;\nexport default catalog;\n',
  );
  const list = languages.map(({ code, name, direction = 'ltr' }) => `  ${JSON.stringify({ code, name, direction })},`);
  writeGenerated('languages', [
    '/** The languages there are words in, each by its own name. */',
    'export const languages = [',
    ...list,
    '] as const;',
  ]);
}

function writePart(part, codes) {
  mkdirSync(join(catalogs, part), { recursive: true });
  for (const language of codes) {
    const entries = [...textsOf(language, part)].map(([id, text]) => [id, compiled(text)]);
    const module = `export default ${JSON.stringify(Object.fromEntries(entries))};\n`;
    writeFileSync(join(catalogs, part, `${language}.js`), module);
  }
  const moduleOf = (language) => `'@roomtone/words/catalogs/${part}/${language}'`;
  const isLoadedLater = partsOfPages.includes(part);
  const imports = codes.map((language, index) => `import catalog${index} from ${moduleOf(language)};`);
  const values = codes.map((language, index) =>
    isLoadedLater ? `  '${language}': () => import(${moduleOf(language)}),` : `  '${language}': catalog${index},`,
  );
  writeGenerated(part, [
    ...(isLoadedLater ? [] : imports),
    "import type { Language } from '../languages.ts';",
    "import type { Catalog } from '../words.ts';",
    '',
    `export type ${pascal(part)} = ${typeOf(textsOf('en', part))};`,
    '',
    `export const ${part}Catalogs: Readonly<`,
    `  Record<Language, ${isLoadedLater ? '() => Promise<{ readonly default: Catalog }>' : 'Catalog'}>`,
    '> = {',
    ...values,
    '};',
  ]);
}

function writeGenerated(name, lines) {
  writeFileSync(join(generated, `${name}.ts`), `// Written by compile.mjs.\n${lines.join('\n')}\n`);
}

if (process.argv[1] === import.meta.filename) write();
