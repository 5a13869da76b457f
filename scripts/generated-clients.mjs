// `npm run api:clients`: makes clients from the OpenAPI document with several generators, and compiles them (clients/generated).
import { copyFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { documentFile, lintApi } from './api-lint.mjs';
import { build } from './build.mjs';
import { isEntry, root, runQuietly } from './run.mjs';

const folder = join(root, 'clients/generated');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Each has to end with status 0. */
const steps = [
  ['npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts']],
  ['redocly', ['lint', 'openapi.json', '--config', 'redocly.yaml', '--max-problems', '20']],
  ['openapi-typescript', ['openapi.json', '-o', 'made/openapi-typescript.ts']],
  ['openapi-ts', ['-i', 'openapi.json', '-o', 'made/hey-api', '-c', '@hey-api/client-fetch']],
  ['orval', ['--config', 'orval.config.mjs']],
  ['tsc', ['-p', '.']],
];

async function makeClients() {
  const linted = (await build()) ? await lintApi() : { ok: false, output: 'The build has failed.' };
  if (!linted.ok) return linted;
  rmSync(join(folder, 'made'), { recursive: true, force: true });
  copyFileSync(documentFile, join(folder, 'openapi.json'));
  for (const [program, args] of steps) {
    console.log(`${program} ${args.join(' ')}`);
    const command = program === 'npm' ? [npm, args] : [join(folder, 'node_modules/.bin', program), args];
    const result = await runQuietly(...command, { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } });
    // Redocly ends with 0 although there are warnings.
    if (!result.ok || /You have \d+ warning/.test(result.output)) return { ok: false, output: result.output };
  }
  return { ok: true, output: '' };
}

if (isEntry(import.meta.filename)) {
  const { ok, output } = await makeClients();
  console.log(ok ? `The clients in ${relative(root, folder)} compile.` : output.trimEnd());
  process.exitCode = ok ? 0 : 1;
}
