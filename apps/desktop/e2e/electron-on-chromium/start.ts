import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { runInThisContext } from 'node:vm';
import { beHostile } from './hostile.ts';

// `node start.ts <built main script> [switches]` runs an Electron app's real main process on Node, with its windows in
// Chromium.

const electron = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: electron, shortCircuit: true } : next(specifier, context),
});
const [, , main = ''] = process.argv;
// An archive, fuses and `isPackaged` are Electron's own: scripts/release/smoke-electron.mjs tries a packed app on it.
if (main.includes('.asar')) throw new Error(`${main} is packed, which only Electron runs`);
beHostile();
const parts: object = await import('./electron.ts');

/** Implements Playwright's `electronApplication.evaluate()`: https://playwright.dev/docs/api/class-electronapplication */
process.on('message', async ({ id, source, arg }: { id: number; source: string; arg: unknown }) => {
  try {
    const run: (electron: object, arg: unknown) => unknown = runInThisContext(`(${source})`);
    process.send?.({ id, value: await run(parts, arg) });
  } catch (error) {
    process.send?.({ id, problem: String(error) });
  }
});
// The test process is gone.
process.on('disconnect', () => process.exit());
await import(pathToFileURL(main).href);
