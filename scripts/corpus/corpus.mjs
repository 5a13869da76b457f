// npm run corpus -- FOLDER: reads every music file of a folder, compares it with what another reader finds, and prints
// each that was mended, refused or read differently, with the reason.
import { relative } from 'node:path';
import { kinds } from './kinds.mjs';
import { bounds, readCorpus } from './read-corpus.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Usage: npm run corpus -- FOLDER\n');
  process.exit(2);
}
const outcomes = ['read', 'mended', 'refused', 'different'];
const counts = new Map(kinds.map(({ name }) => [name, { files: 0, unexpected: 0, slow: 0, slowestMs: 0 }]));
await readCorpus(folder, (kind, path, { outcome, reason, isExpected, ms, tune }) => {
  const count = counts.get(kind);
  count.files++;
  count[outcome] = (count[outcome] ?? 0) + 1;
  count.unexpected += isExpected ? 0 : 1;
  count.slow += ms > bounds.ms ? 1 : 0;
  count.slowestMs = Math.max(count.slowestMs, ms);
  const mark = isExpected ? '' : ' !';
  if (outcome !== 'read' || reason !== '')
    process.stdout.write(
      `${outcome}${mark}\t${relative(folder, path)}${tune === undefined ? '' : `#${tune}`}\t${reason}\n`,
    );
});
for (const { name, secondReader } of kinds) {
  const count = counts.get(name);
  if (count.files === 0) continue;
  const second = await secondReader();
  second?.close();
  const parts = outcomes.map((outcome) => `${count[outcome] ?? 0} ${outcome}`);
  process.stdout.write(
    `${name}: ${count.files} files: ${parts.join(', ')}; ${count.unexpected} not as they should be, ${count.slow} over ` +
      `${bounds.ms} ms (the slowest ${Math.round(count.slowestMs)} ms); second reader: ${second?.name ?? 'not installed'}\n`,
  );
}
if ([...counts.values()].some(({ unexpected, slow }) => unexpected + slow > 0)) process.exitCode = 1;
