// How much script a browser loads before the first screen is chosen.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export const maxInitialScriptBytes = 250 * 1024;

/** Everything that loads initially beside a language. */
const loadedAtOnce = ['index.html', 'src/page/composition/start.tsx'];
const isLanguage = (name) => name.includes('packages/words/dist/catalogs/screens/');

/**
 * @param {string} folder the built pages, with Vite's manifest.
 * @returns {number} bytes with gzip, for the longest language.
 */
export function initialScriptBytes(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const languages = Object.keys(manifest).filter(isLanguage);
  if (languages.length === 0) throw new Error('the build has no language');
  const sizes = languages.map((language) => {
    const files = new Set();
    for (const name of [...loadedAtOnce, language]) addWithImports(manifest, name, files);
    return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
  });
  return Math.max(...sizes);
}

/**
 * The verdict for the build.
 * @param {number} bytes
 * @returns {{ ok: boolean, text: string }}
 */
export function initialScriptVerdict(bytes) {
  const [has, may] = [bytes, maxInitialScriptBytes].map((size) => (size / 1024).toFixed(1));
  const text = `initial script ${has} KiB of ${may} KiB with gzip`;
  return { ok: bytes <= maxInitialScriptBytes, text };
}

function addWithImports(manifest, name, files) {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`the build has no ${name}`);
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) addWithImports(manifest, imported, files);
}
