// `npm run docs`: builds everything, and the documentation with the reference of the libraries, which takes too long for every build.
import { join } from 'node:path';
import { build } from './build.mjs';
import { isEntry, root, runQuietly, since } from './run.mjs';

/** Builds what has changed, the documentation last. Resolves with true if everything is built. */
export async function buildDocs() {
  if (!(await build())) return false;
  process.stdout.write('Building the reference of the libraries … ');
  const startMs = performance.now();
  const { ok, output } = await runQuietly(process.execPath, [join(root, 'site/sdk-reference.mjs')]);
  process.stdout.write(`${since(startMs)}\n`);
  if (!ok) {
    console.error(output);
    return false;
  }
  return build();
}

if (isEntry(import.meta.filename)) {
  const ok = await buildDocs();
  if (ok) console.log('The documentation is at /docs/ of the server (`npm start`).');
  process.exitCode = ok ? 0 : 1;
}
