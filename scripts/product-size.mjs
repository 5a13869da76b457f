// `npm run size` prints how large the product is: lines by part, files and their median, files that one other file imports, and the
// places of one room setting. `npm run size -- --write` makes these numbers the budget in product-size.json, beyond which
// `npm run check` fails; whatever has grown has to be written there, so that a review sees it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsIn } from './imports.mjs';
import { isEntry, root, runQuietly } from './run.mjs';

const budgetFile = join(root, 'scripts/product-size.json');
/** A setting that every part knows. */
const setting = 'mayLoop';
const isProduct = (file) =>
  /^(apps|packages)\/[^/]+\/src\/.+\.(ts|tsx|mjs|cjs)$/.test(file) && !/\.test\.tsx?$/.test(file);

/** @returns {Promise<{ lines: Record<string, number>, files: number, medianLines: number, oneImporter: number, places: number }>} */
export async function productSize() {
  const { output } = await runQuietly('git', [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--deduplicate',
  ]);
  const tracked = output.split('\n').filter((file) => file !== '');
  const product = tracked.flatMap((file) => {
    const text = isProduct(file) ? textOf(file) : undefined;
    return text === undefined ? [] : [{ file, lines: text.split('\n').length - 1 }];
  });
  const lines = {};
  for (const each of product) {
    const part = each.file.split('/').slice(0, 2).join('/');
    lines[part] = (lines[part] ?? 0) + each.lines;
  }
  const sorted = product.map((each) => each.lines).sort((a, b) => a - b);
  return {
    lines,
    files: product.length,
    medianLines: sorted[Math.floor(sorted.length / 2)] ?? 0,
    oneImporter: filesWithOneImporter(importsIn(root)),
    places: tracked.filter((file) => /\.(ts|tsx|proto|mjs|sql)$/.test(file) && names(setting).test(textOf(file) ?? ''))
      .length,
  };
}

/** @returns {number} product files that exactly one other product file imports. */
export function filesWithOneImporter(imports) {
  const importers = new Map();
  for (const [file, targets] of imports) {
    if (!isProduct(file)) continue;
    for (const target of targets) importers.set(target, (importers.get(target) ?? 0) + 1);
  }
  return [...importers].filter(([file, count]) => count === 1 && isProduct(file)).length;
}

/** Finds a name in each of its spellings: mayLoop, may_loop, may-loop, MAY_LOOP, MayLoop. */
export function names(camelCase) {
  return new RegExp(
    camelCase.replaceAll(/[A-Z]/g, (letter) => `[-_]?${letter}`),
    'i',
  );
}

/** Lines are rounded up, so that not every line is a matter of the budget. */
function budgetOf(size) {
  const rounded = Object.entries(size.lines).map(([part, lines]) => [part, Math.ceil(lines / 100) * 100]);
  return { ...size, lines: Object.fromEntries(rounded) };
}

/** One sentence for each figure above its budget. */
export function grown(size, budget) {
  const found = [];
  const compare = (name, has, may = 0) => {
    if (has > may) found.push(`${name}: ${has}, at most ${may}`);
  };
  for (const [part, lines] of Object.entries(size.lines)) compare(`lines of ${part}`, lines, budget.lines[part]);
  compare('files', size.files, budget.files);
  compare('files with one importer', size.oneImporter, budget.oneImporter);
  compare(`files with ${setting}`, size.places, budget.places);
  return found;
}

export async function checkProductSize() {
  const found = grown(await productSize(), JSON.parse(readFileSync(budgetFile, 'utf8')));
  const advice = 'If it has to grow, `npm run size -- --write` makes this the budget; say why in the commit.';
  return { ok: found.length === 0, output: found.length === 0 ? '' : [...found, advice].join('\n') };
}

function textOf(file) {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    // Deleted, but not yet in a commit.
    return undefined;
  }
}

if (isEntry(import.meta.filename)) {
  const size = await productSize();
  for (const [part, lines] of Object.entries(size.lines)) console.log(`${String(lines).padStart(7)} lines in ${part}`);
  const whole = Object.values(size.lines).reduce((sum, lines) => sum + lines, 0);
  console.log(`${String(whole).padStart(7)} lines in ${size.files} files with a median of ${size.medianLines}`);
  console.log(`${String(size.oneImporter).padStart(7)} files that one other file imports`);
  console.log(`${String(size.places).padStart(7)} files with the room setting ${setting}, tests included`);
  if (process.argv.includes('--write')) writeFileSync(budgetFile, `${JSON.stringify(budgetOf(size), undefined, 2)}\n`);
}
