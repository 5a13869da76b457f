// `npm run proof`: tests what the server promises when things go wrong, with real failures. Prints one table; exit status
// 1 if a goal was missed. `--short` runs the form that `npm test` uses; `--only NAME` (repeatable) and `--seed N` repeat
// single lines.
import { parseArgs } from 'node:util';
import type { Finding, ProofLine } from './line.ts';
import { dataLines, musicLines, networkLines, quickLines } from './lines/index.ts';
import { commandFor, runLine } from './run-line.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
});
const size = values.short ? 'short' : 'long';
const lines = [...quickLines, ...dataLines, ...networkLines, ...musicLines];
const unknown = values.only?.filter((name) => !lines.some((line) => line.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`Unknown line: ${unknown.join(', ')}. The lines are: ${lines.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const rows: string[] = ['| what | goal | measured | held | again |', '|---|---|---|---|---|'];
let isHeld = true;
for (const line of lines) {
  if (values.only !== undefined && !values.only.includes(line.name)) continue;
  const seed = values.seed === undefined ? line.seed : Number(values.seed);
  for (const { goal, measured, held } of await findings(line, seed)) {
    isHeld &&= held;
    rows.push(
      `| ${line.what} | ${goal} | ${measured} | ${held ? 'yes' : '**no**'} | \`${commandFor(line, size, seed)}\` |`,
    );
  }
}
console.log(rows.join('\n'));
process.exit(isHeld ? 0 : 1);

async function findings(line: ProofLine, seed: number): Promise<readonly Finding[]> {
  const reason = line.unavailable?.();
  if (reason !== undefined) return [{ goal: 'can be tried here', measured: reason, held: false }];
  const startMs = performance.now();
  console.error(`${line.name}: ${line.what} (seed ${seed})`);
  try {
    return await runLine(line, { size, seed, say: (text) => console.error(`  ${text}`) });
  } catch (error) {
    console.error(error);
    return [{ goal: 'runs to its end', measured: error instanceof Error ? error.message : String(error), held: false }];
  } finally {
    console.error(`  ${Math.round((performance.now() - startMs) / 1000)} s`);
  }
}
