import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressTexts } from './compress-texts.mjs';

test('texts get compressed copies beside them; small files and sounds do not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'roomtone-'));
  try {
    mkdirSync(join(folder, 'assets'));
    const script = 'export const piano = 88;\n'.repeat(100);
    writeFileSync(join(folder, 'assets/main-abc.js'), script);
    writeFileSync(join(folder, 'assets/piano-abc.flac'), script);
    writeFileSync(join(folder, 'theme.js'), '1;');
    await compressTexts(folder);
    expect(readdirSync(folder).sort()).toEqual(['assets', 'theme.js']);
    const names = ['main-abc.js', 'main-abc.js.br', 'main-abc.js.gz', 'piano-abc.flac'];
    expect(readdirSync(join(folder, 'assets')).sort()).toEqual(names);
    expect(brotliDecompressSync(readFileSync(join(folder, 'assets/main-abc.js.br'))).toString()).toBe(script);
    expect(gunzipSync(readFileSync(join(folder, 'assets/main-abc.js.gz'))).toString()).toBe(script);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
