import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Pictures, fonts and sounds are compressed already. */
const texts = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.wasm']);
/** A smaller file fits into one packet anyway. */
const minBytes = 1024;

/**
 * Writes `name.br` and `name.gz` beside every text in a folder, for servers that send files as they are.
 * @param {string} folder
 * @param {number} [quality] of Brotli: 11, the best, takes ten times as long as 9 for a few percent.
 */
export function compressTexts(folder, quality = constants.BROTLI_MAX_QUALITY) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compressTexts(path, quality);
    else if (texts.has(extname(entry.name))) compress(path, quality);
  }
}

function compress(path, quality) {
  const bytes = readFileSync(path);
  if (bytes.length < minBytes) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_QUALITY]: quality };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
