import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, it } from 'vitest';

const pageDir = import.meta.dirname;

/** The classes that a file styles wherever they are, by the file. */
function ownClasses(file: string): ReadonlySet<string> {
  const rules = readFileSync(file, 'utf8').matchAll(/^\.([a-z-]+)(?=\s*[{,]$)/gm);
  return new Set(Array.from(rules, ([, name = '']) => name));
}

// Screens load their styles when they are first opened, and from then on these hold for the others as well.
it('a class belongs to one file', () => {
  const owners = new Map<string, string[]>();
  for (const file of globSync('**/*.css', { cwd: pageDir }).map((path) => `${pageDir}/${path}`)) {
    for (const name of ownClasses(file)) owners.set(name, [...(owners.get(name) ?? []), relative(pageDir, file)]);
  }
  expect(owners.size).toBeGreaterThan(100);
  expect([...owners].filter(([, files]) => files.length > 1)).toEqual([]);
});
