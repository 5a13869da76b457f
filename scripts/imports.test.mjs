import { describe, expect, it } from 'vitest';
import { specifiersIn } from './imports.mjs';

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
