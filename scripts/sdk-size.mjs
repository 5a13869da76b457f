// Bundles the SDK for browsers, as a page would have it, and has size-limit hold it to the budgets in .size-limit.json
// (docs/decisions/032-one-codec.md). The built packages are measured.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { isEntry, root, runQuietly, tool } from './run.mjs';

const built = (path) => join(root, 'packages/sdk/dist', path);

const entries = {
  sdk: `export * from '${built('index.js')}';`,
  'sdk-extras': `export * from '${built('extras.js')}';`,
  'sdk-bots': `export * from '${built('bot-kit/index.js')}';`,
  'sdk-direct': `export * from '${built('direct.js')}';`,
  'sdk-voice': `export * from '${built('voice.js')}';`,
  'sdk-web-rtc': `export * from '${built('web-rtc.js')}';`,
  'sdk-testing': `export * from '${built('testing/index.js')}';`,
  'sdk-client': `export { RoomtoneClient, RoomtoneError, ConnectionError } from '${built('index.js')}';`,
  'sdk-midi': `export { buildEvent, readEvent, splitNotes } from '${built('index.js')}';`,
  'sdk-error': `export { RoomtoneError } from '${built('index.js')}';`,
  'protocol-error': `export { RoomtoneError } from '${join(root, 'packages/protocol/dist/index.js')}';`,
};

/**
 * @returns {Promise<{ name: string, passed: boolean, size: number, sizeLimit: number }[]>} sizes in bytes, minified and with
 *   gzip.
 */
export async function sdkSizes() {
  const dir = join(root, 'artifacts/sdk-size');
  rmSync(dir, { recursive: true, force: true });
  for (const [name, code] of Object.entries(entries)) {
    const input = join(root, `${name}-entry.js`);
    const plugin = {
      name: 'entry',
      resolveId: (id) => (id === input ? id : undefined),
      load: (id) => (id === input ? code : undefined),
    };
    const bundle = await rolldown({ input, platform: 'browser', plugins: [plugin] });
    // A module that is loaded on demand is a file of its own.
    await bundle.write({
      dir,
      entryFileNames: `${name}.js`,
      chunkFileNames: `${name}-[name].js`,
      format: 'es',
      minify: true,
    });
    await bundle.close();
  }
  // It ends with 1 if a budget is exceeded.
  const { output } = await runQuietly(tool('size-limit'), ['--json']);
  return JSON.parse(output);
}

if (isEntry(import.meta.filename)) {
  const sizes = await sdkSizes();
  for (const { name, size, sizeLimit } of sizes) {
    console.log(`${name}: ${(size / 1024).toFixed(1)} KiB of ${sizeLimit / 1024} KiB`);
  }
  if (sizes.some(({ passed }) => !passed)) process.exitCode = 1;
}
