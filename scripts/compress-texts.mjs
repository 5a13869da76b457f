import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Pictures, fonts and sounds are compressed already. */
const texts = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.wasm']);
/** A smaller file fits into one packet anyway. */
const minBytes = 1024;

/**
 * Writes `name.br` and `name.gz` beside every text in a folder, for servers that send files as they are.
 * @param {string} folder
 * @param {number} [quality] of Brotli: 11, the best, takes ten times as long as 9 for a few percent.
 */
export async function compressTexts(folder, quality = constants.BROTLI_MAX_QUALITY) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && texts.has(extname(entry.name)),
  );
  // All together: Node compresses several files at the same time.
  await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name), quality)));
}

async function compress(path, quality) {
  const bytes = await readFile(path);
  if (bytes.length < minBytes) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_QUALITY]: quality };
  await writeFile(`${path}.br`, await toBrotli(bytes, { params }));
  await writeFile(`${path}.gz`, await toGzip(bytes, { level: 9 }));
}
