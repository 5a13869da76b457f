import { describe, expect, it } from 'vitest';
import { filesWithOneImporter, grown, names } from './product-size.mjs';

describe('the size of the product', () => {
  it('counts the files of the product that one other file of the product imports', () => {
    const file = (name) => `packages/one/src/${name}.ts`;
    const imports = new Map([
      [file('a'), new Set([file('b'), file('c')])],
      [file('b'), new Set([file('c')])],
      [file('b.test'), new Set([file('b'), file('d')])],
    ]);
    expect(filesWithOneImporter(imports)).toBe(1);
  });

  it.each(['mayLoop', 'may_loop', 'MAY_LOOP', 'may-loop', 'MayLoop'])('finds a setting written as %s', (text) => {
    expect(names('mayLoop').test(`const x = "${text}";`)).toBe(true);
    expect(names('mayLoop').test('may be a loop')).toBe(false);
  });

  it('says what has grown, and nothing about what has shrunk', () => {
    const budget = { lines: { 'apps/a': 100 }, files: 10, medianLines: 40, oneImporter: 3, places: 8 };
    expect(grown({ ...budget, files: 9, medianLines: 90 }, budget)).toEqual([]);
    const larger = { ...budget, lines: { 'apps/a': 101, 'apps/b': 1 }, places: 9 };
    expect(grown(larger, budget)).toEqual([
      'lines of apps/a: 101, at most 100',
      'lines of apps/b: 1, at most 0',
      'files with mayLoop: 9, at most 8',
    ]);
  });
});
