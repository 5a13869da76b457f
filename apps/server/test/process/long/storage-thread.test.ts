import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { processesTimeoutMs, Site, unlimited } from '../../commands/host.ts';
import { startServer } from '../../support/server-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });

/** Node's options for a process whose storage thread runs `act` once the file `trigger` exists. */
function doInWorker(act: string): { readonly nodeOptions: readonly string[]; readonly trigger: string } {
  const directory = temporaryDirectory();
  const trigger = join(directory, 'now');
  const module = join(directory, 'trouble.mjs');
  writeFileSync(
    module,
    `import { existsSync } from 'node:fs';
     import { isMainThread } from 'node:worker_threads';
     if (!isMainThread) setInterval(() => { if (existsSync(${JSON.stringify(trigger)})) { ${act} } }, 10);`,
  );
  return { nodeOptions: ['--import', pathToFileURL(module).href], trigger };
}

describe('when the storage thread ends, the process exits with status 1, prints the reason, and loses nothing', () => {
  const ends: readonly (readonly [string, string, RegExp])[] = [
    ['an uncaught exception', "throw new Error('the disk is on fire');", /the disk is on fire/],
    ['an unhandled rejection', "Promise.reject(new Error('the disk is on fire'));", /the disk is on fire/],
    ['out of memory', 'const all = []; for (;;) all.push(new Array(10_000).fill({}).map(() => ({})));', /memory/],
    ['process.exit() in the thread', 'process.exit(0);', /The storage thread ended/],
  ];
  for (const [what, act, message] of ends) {
    test(what, async () => {
      const dataDir = temporaryDirectory();
      const { nodeOptions, trigger } = doInWorker(act);
      const limit = what === 'out of memory' ? ['--max-old-space-size=64'] : [];
      const server = await startServer(dataDir, { env: unlimited, nodeOptions: [...nodeOptions, ...limit] });
      await new Site(server.url).register('ada');
      writeFileSync(trigger, '');
      expect(await server.ended).toBe(1);
      expect(server.out.stderr).toMatch(/^Roomtone has to stop: /m);
      expect(server.out.stderr).toMatch(message);
      const again = await startServer(dataDir, { env: unlimited });
      expect(await new Site(again.url).loginStatus('ada')).toBe(200);
    });
  }

  test('even while nobody reads its output any more', async () => {
    const dataDir = temporaryDirectory();
    const { nodeOptions, trigger } = doInWorker("throw new Error('the disk is on fire');");
    const server = await startServer(dataDir, { env: unlimited, nodeOptions: [...nodeOptions, ...fullStandardError] });
    writeFileSync(trigger, '');
    expect(await server.ended).toBe(1);
  });
});

/** Makes standard error block forever once the server is ready. */
const fullStandardError = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    import { isMainThread } from 'node:worker_threads';
    if (isMainThread) {
      const write = process.stderr.write.bind(process.stderr);
      let isReady = false;
      process.stderr.write = (text, ...more) => {
        if (isReady) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        isReady ||= String(text).includes('is ready');
        return write(text, ...more);
      };
    }
  `)}`,
];
