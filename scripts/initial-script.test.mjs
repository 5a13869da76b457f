import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { initialScriptBytes, initialScriptVerdict, maxInitialScriptBytes } from './initial-script.mjs';

const folder = mkdtempSync(join(tmpdir(), 'roomtone-screens-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('initial script is counted once, with one language, and without anything loaded later', () => {
  const scripts = {
    'main.js': 'main',
    'start.js': 'start '.repeat(9),
    'shared.js': 'shared',
    'en.js': 'words',
    'de.js': 'Wörter und noch mehr Wörter',
    'room.js': 'later',
  };
  mkdirSync(join(folder, '.vite'), { recursive: true });
  for (const [file, text] of Object.entries(scripts)) writeFileSync(join(folder, file), text);
  writeFileSync(
    join(folder, '.vite/manifest.json'),
    JSON.stringify({
      'index.html': {
        file: 'main.js',
        imports: ['_shared.js'],
        dynamicImports: ['src/page/composition/start.tsx'],
      },
      'src/page/composition/start.tsx': {
        file: 'start.js',
        imports: ['_shared.js'],
        dynamicImports: ['src/room.tsx'],
      },
      '_shared.js': { file: 'shared.js' },
      'src/room.tsx': { file: 'room.js' },
      'packages/words/dist/catalogs/screens/en.js': { file: 'en.js' },
      'packages/words/dist/catalogs/screens/de.js': { file: 'de.js', imports: ['_shared.js'] },
    }),
  );
  const counted = ['main.js', 'start.js', 'shared.js', 'de.js'].map((file) => gzipSync(scripts[file]).length);
  expect(initialScriptBytes(folder)).toBe(counted.reduce((sum, size) => sum + size));
});

test('one byte too many fails the build', () => {
  expect(initialScriptVerdict(maxInitialScriptBytes)).toEqual({
    ok: true,
    text: 'initial script 250.0 KiB of 250.0 KiB with gzip',
  });
  expect(initialScriptVerdict(maxInitialScriptBytes + 1).ok).toBe(false);
});
