// Runs every check that needs no test run: format and lint, import cycles, both wire contracts, the types of the tests.
import { lintApi } from './api-lint.mjs';
import { build } from './build.mjs';
import { checkCitations } from './citations.mjs';
import { checkDesignTokens } from './design-tokens.mjs';
import { checkNeededPrograms } from './needed-programs.mjs';
import { checkProductSize } from './product-size.mjs';
import { checkVersions, lintWorkflows } from './release/workflows.mjs';
import { compile, isEntry, runQuietly, since, tool } from './run.mjs';

/** `about`: the paths that decide its result; all of them unless given. */
const checks = [
  // `ci` is `check` with output for a log; the rules are the same.
  {
    name: 'format and lint',
    run: () => runTool('biome', [process.env.CI === 'true' ? 'ci' : 'check', '--colors=off', '.']),
  },
  {
    name: 'files, exports and packages that nothing uses',
    run: () => runTool('knip', ['--no-progress', '--no-config-hints']),
  },
  { name: 'names for distances and sizes', about: /\.css$/, run: checkDesignTokens },
  { name: 'lint of proto/', about: /^(proto\/|buf\.yaml)/, run: () => runTool('buf', ['lint']) },
  { name: 'format of proto/', about: /^proto\//, run: () => runTool('buf', ['format', '-d', '--exit-code']) },
  { name: 'types of the tests', about: /\.ts$/, run: () => compile(['-p', 'tsconfig.test.json', '--noEmit']) },
  {
    name: "types of the screens' tests",
    about: /^apps\/desktop\/src\/.*\.tsx?$/,
    run: () => compile(['-p', 'apps/desktop/tsconfig.test.json']),
  },
  { name: 'lint of the OpenAPI document', about: /^apps\/server\/(src\/|openapi-rules)/, run: lintApi },
  { name: 'lint of the workflows', about: /^\.github\//, run: lintWorkflows },
  { name: 'one version in all packages', run: checkVersions },
  { name: 'programs that tests need', run: checkNeededPrograms },
  { name: 'size of the product', run: checkProductSize },
  { name: 'citations and links', run: checkCitations },
];

/**
 * Runs every check on the build, or those about the changed paths. Prints a line for each, and the output of those that fail.
 * @param {readonly string[]} [changed]
 * @returns {Promise<{ name: string, ok: boolean, output: string }[]>}
 */
export async function runChecks(changed) {
  const results = [];
  const wanted = checks.filter(({ about = /./ }) => changed?.some((path) => about.test(path)) ?? true);
  const waiting = [...wanted.keys()];
  const work = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const { name, run } = wanted[index];
      const startMs = performance.now();
      const { ok, output } = await run();
      console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${since(startMs)})`);
      if (!ok) console.log(output.trimEnd());
      results[index] = { name, ok, output };
    }
  };
  // Two at a time: some of them use one core only.
  await Promise.all([work(), work()]);
  return results;
}

function runTool(program, args) {
  return runQuietly(process.execPath, [tool(program), ...args]);
}

if (isEntry(import.meta.filename)) {
  const ok = (await build()) && (await runChecks()).every((check) => check.ok);
  process.exitCode = ok ? 0 : 1;
}
