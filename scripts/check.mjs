// Everything that is checked without running the code: format and lint, the wire contract, the types of the tests.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { root, runQuietly, since, tool } from './run.mjs';

const checks = [
  // `ci` is `check` with output for a log; the rules are the same.
  {
    name: 'format and lint',
    program: 'biome',
    args: [process.env.CI === 'true' ? 'ci' : 'check', '--colors=off', '.'],
  },
  { name: 'lint of proto/', program: 'buf', args: ['lint'] },
  { name: 'format of proto/', program: 'buf', args: ['format', '-d', '--exit-code'] },
  { name: 'types of the tests', program: 'tsc', args: ['-p', 'tsconfig.test.json', '--noEmit'] },
];

/**
 * Runs every check on what has been built, printing a line for each and the output of those that fail.
 * @returns {Promise<{ name: string, ok: boolean, output: string }[]>}
 */
export async function runChecks() {
  const results = [];
  for (const { name, program, args } of checks) {
    if (name === 'types of the tests' && !existsSync(join(root, 'tsconfig.test.json'))) continue;
    const startMs = performance.now();
    const { ok, output } = await runQuietly(tool(program), args);
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${since(startMs)})`);
    if (!ok) console.log(output.trimEnd());
    results.push({ name, ok, output });
  }
  return results;
}

if (import.meta.main) {
  const ok = (await build()) && (await runChecks()).every((check) => check.ok);
  process.exitCode = ok ? 0 : 1;
}
