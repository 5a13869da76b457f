import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkImportCycles, findCycles, specifiersIn } from './import-cycles.mjs';

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
    expect(checkImportCycles(root)).toEqual({ ok: false, output: `import cycle:\n  ${files.join('\n  ')}` });
  });

  it('passes for imports that lead one way', () => {
    put('apps/one/src/a.ts', "import './b.ts';");
    put('apps/one/src/b.ts', 'export {};');
    expect(checkImportCycles(root)).toEqual({ ok: true, output: '' });
  });

  function put(file, text) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
});
