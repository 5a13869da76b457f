import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const filesLike = (...patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules', '**/dist', '**/gen'] });

/** Each document lists its rules, one numbered line per rule, all with the same letter. */
const documents = { R: 'docs/room-rules.md', S: 'docs/service-rules.md' };
const rules = Object.values(documents).flatMap((path) =>
  Array.from(read(path).matchAll(/^- ([RS]\d+\.\d+) /gm), ([, number]) => number ?? ''),
);

const titled = filesLike(
  'apps/*/{src,test,e2e}/**/*.{test,spec,contract}.ts',
  'packages/*/{src,test}/**/*.test.ts',
  'scripts/**/*.test.mjs',
);

/** The rule numbers in a text, such as `R2.10` and `S4.1`, with repetitions. */
function numbersIn(text: string): string[] {
  return text.match(/\b[RS]\d+\.\d+\b/g) ?? [];
}

/** The titles of all tests, groups and steps, one per line. */
function titlesOf(source: string): string {
  const calls = source.matchAll(
    /\b(?:test|it|describe)(?:\.step|\.each(?:<[^(]*>)?\([\s\S]*?\))?\(\s*(?<quote>['"`])(?<title>.*?)\k<quote>/g,
  );
  return Array.from(calls, (call) => call.groups?.['title'] ?? '').join('\n');
}

test('CONTRIBUTING: every rule has a number of its own, in order within its section', () => {
  expect(new Set(rules).size, 'no number is used twice').toBe(rules.length);
  const next = new Map<string, number>();
  for (const number of rules) {
    const [section = '', place] = number.split('.');
    const expected = next.get(section) ?? 1;
    expect([number, Number(place)]).toEqual([number, expected]);
    next.set(section, expected + 1);
  }
  for (const letter of Object.keys(documents)) expect(rules.filter((rule) => rule.startsWith(letter))).not.toEqual([]);
});

test('CONTRIBUTING: every rule is quoted by the title of a test', () => {
  const quoted = new Set(titled.flatMap((path) => numbersIn(titlesOf(read(path)))));
  expect(rules.filter((rule) => !quoted.has(rule))).toEqual([]);
});

test('CONTRIBUTING: no test, comment or document quotes a rule that does not exist', () => {
  const everywhere = filesLike(
    '*.md',
    'docs/**/*.md',
    'proto/**/*.proto',
    '{apps,packages,bench,examples,scripts,testing}/**/*.{ts,tsx,mjs,cjs,css,md}',
  );
  const known = new Set(rules);
  const wrong = everywhere.flatMap((path) =>
    numbersIn(read(path))
      .filter((number) => !known.has(number))
      .map((number) => `${path}: ${number}`),
  );
  expect(everywhere).toContain('apps/server/src/http/plugins/rate-groups.ts');
  expect(wrong).toEqual([]);
});
