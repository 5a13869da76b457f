import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url).pathname;
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

/** `R2.10` and the like, as often as they are there. */
function numbersIn(text: string): string[] {
  return text.match(/\bR\d+\.\d+\b/g) ?? [];
}

/** The first line of each test: what it proves. */
function titlesOf(source: string): string {
  const calls = source.matchAll(
    /\b(?:test|it|describe)(?:\.each\([\s\S]*?\))?\(\s*(?<quote>['"`])(?<title>.*?)\k<quote>/g,
  );
  return Array.from(calls, (call) => call.groups?.['title'] ?? '').join('\n');
}

test('CONTRIBUTING: every rule of the room is quoted by the title of a test, and no test quotes one that does not exist', () => {
  const rules = Array.from(read('docs/room-rules.md').matchAll(/^- (R\d+\.\d+) /gm), ([, number]) => number ?? '');
  expect(new Set(rules).size, 'a number is given once').toBe(rules.length);
  const sources = globSync(
    ['apps/*/{src,test,e2e}/**/*.{test,spec,contract}.ts', 'packages/*/{src,test}/**/*.test.ts'],
    {
      cwd: root,
    },
  );
  const quoted = new Set(sources.flatMap((path) => numbersIn(titlesOf(read(path)))));
  expect(rules.filter((rule) => !quoted.has(rule))).toEqual([]);
  expect([...quoted].filter((number) => !rules.includes(number))).toEqual([]);
});
