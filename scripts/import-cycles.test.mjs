import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkImportCycles, compareCycles, findCycles, specifiersIn } from './import-cycles.mjs';

const graph = (imports) => new Map(Object.entries(imports).map(([file, targets]) => [file, new Set(targets)]));

describe('the modules that a file names', () => {
  it('are those of imports, exports and import(), even of types, but not those in comments and strings', () => {
    const text = `
      import type { A } from './type.ts';
      import { type B, b } from './value.ts';
      import './effect.css';
      import url from './worklet.ts?worker&url';
      export * from './all.ts';
      export type { C } from './exported-type.ts';
      const later = () => import('./later.tsx');
      type D = import('./inline-type.ts').D;
      // import './comment.ts'
      const text = "import './string.ts'";
      const worker = new Worker(new URL('./worker.ts', import.meta.url));
    `;
    expect(specifiersIn('a.ts', text).sort()).toEqual([
      './all.ts',
      './effect.css',
      './exported-type.ts',
      './inline-type.ts',
      './later.tsx',
      './type.ts',
      './value.ts',
      './worklet.ts?worker&url',
    ]);
  });

  it('are found around JSX', () => {
    expect(
      specifiersIn('a.tsx', "import { B } from './b.tsx';\nexport const A = () => <B>import './no.ts'</B>;"),
    ).toEqual(['./b.tsx']);
  });
});

describe('cycles', () => {
  it('are absent if every import leads one way', () => {
    expect(findCycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
  });

  it('are found with all their files, each once, without files that only lead in or out', () => {
    const imports = { start: ['a'], a: ['b'], b: ['c', 'end'], c: ['a'], end: [], x: ['y'], y: ['x'], self: ['self'] };
    expect(findCycles(graph(imports))).toEqual([['a', 'b', 'c'], ['self'], ['x', 'y']]);
  });

  it('count as one if they share a file', () => {
    expect(findCycles(graph({ a: ['b'], b: ['a', 'c'], c: ['b'] }))).toEqual([['a', 'b', 'c']]);
  });
});

describe('the list of known cycles', () => {
  it('allows a listed cycle, and one that has lost files', () => {
    expect(compareCycles([['a', 'b', 'c']], [['a', 'b', 'c']])).toEqual({ added: [], gone: [] });
    expect(compareCycles([['a', 'b']], [['a', 'b', 'c']])).toEqual({ added: [], gone: [['c']] });
  });

  it('allows no other cycle, and no file that joins a listed one', () => {
    expect(compareCycles([['x', 'y']], []).added).toEqual([['x', 'y']]);
    expect(compareCycles([['a', 'b', 'c']], [['a', 'b']]).added).toEqual([['a', 'b', 'c']]);
  });

  it('names the files to take off the list', () => {
    expect(compareCycles([], [['a', 'b']])).toEqual({ added: [], gone: [['a', 'b']] });
  });
});

describe('the check', () => {
  let root;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'roomtone-cycles-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('fails for a cycle of types between two folders of an app, and names its files', () => {
    put('apps/one/src/a.ts', "import type { B } from './inner/b.ts';\nexport type A = B;");
    put('apps/one/src/inner/b.ts', "import type { A } from '../a.ts';\nexport type B = A[];");
    put('packages/two/src/c.ts', "import './d.ts';");
    put('packages/two/src/d.ts', 'export {};');
    const files = ['apps/one/src/a.ts', 'apps/one/src/inner/b.ts'];
    expect(checkImportCycles(root, [])).toEqual({ ok: false, output: `import cycle:\n  ${files.join('\n  ')}` });
    expect(checkImportCycles(root, [files])).toEqual({ ok: true, output: '' });
  });

  it('passes if a listed cycle is gone, and says so', () => {
    put('apps/one/src/a.ts', 'export {};');
    const { ok, output } = checkImportCycles(root, [['apps/one/src/a.ts', 'apps/one/src/b.ts']]);
    expect(ok).toBe(true);
    expect(output).toContain('take it off knownCycles:\n  apps/one/src/a.ts\n  apps/one/src/b.ts');
  });

  function put(file, text) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
});
