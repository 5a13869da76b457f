// `npm run api:lint`: writes the server's OpenAPI document and checks it against apps/server/openapi-rules.yaml.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from './build.mjs';
import { isEntry, root, runQuietly, tool } from './run.mjs';

export const documentFile = join(root, 'artifacts/openapi.json');
const server = join(root, 'apps/server/src');

/**
 * Checks the generated document; warnings count as failures.
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function lintApi() {
  mkdirSync(join(root, 'artifacts'), { recursive: true });
  writeFileSync(documentFile, `${JSON.stringify(await openApiDocument(), null, 2)}\n`);
  const rules = ['--ruleset', 'apps/server/openapi-rules.yaml', '--fail-severity', 'hint', '--quiet'];
  return runQuietly(process.execPath, [tool('spectral'), 'lint', ...rules, relative(root, documentFile)]);
}

/** The document of `/docs/openapi.json`, from the real application, without a process, a port or a file. */
async function openApiDocument() {
  const load = (file) => import(join(server, file));
  const [{ buildApp }, { readConfig }, { createMemoryEphemeral }, { storageOperations }, { deriveKeys }] =
    await Promise.all(
      [
        'composition/app.ts',
        'config/config.ts',
        'adapters/memory/memory-ephemeral.ts',
        'adapters/sql/storage-operations.ts',
        'adapters/tokens/keys.ts',
      ].map(load),
    );
  const clock = { nowMs: Date.now, monotonicMs: () => performance.now(), serviceUs: () => Date.now() * 1000 };
  const { app } = await buildApp(readConfig({ ROOMTONE_LOG_LEVEL: 'silent' }).config, {
    storage: {
      ...storageOperations(() => Promise.reject(new Error('Nothing is stored here.'))),
      close: async () => {},
    },
    ephemeral: createMemoryEphemeral(clock),
    clock,
    keys: deriveKeys(randomBytes(32)),
    webRoot: '',
    protoRoot: '',
    referenceRoot: '',
    docsRoot: '',
  });
  const { payload } = await app.inject('/docs/openapi.json');
  await app.close();
  return JSON.parse(payload);
}

if (isEntry(import.meta.filename)) {
  const { ok, output } = (await build()) ? await lintApi() : { ok: false, output: '' };
  console.log(ok ? `${relative(root, documentFile)} follows apps/server/openapi-rules.yaml.` : output.trimEnd());
  process.exitCode = ok ? 0 : 1;
}
