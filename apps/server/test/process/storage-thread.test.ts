import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { processesTimeoutMs, Site, unlimited } from '../commands/host.ts';
import { startServer } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });

/** Node's options for a process whose storage thread does this once the file `trigger` is there. */
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

describe('when the storage thread ends, the process ends with status 1, says why, and loses nothing', () => {
  const ends: readonly (readonly [string, string, RegExp])[] = [
    ['an exception that nobody catches', "throw new Error('the disk is on fire');", /the disk is on fire/],
    ['a rejection that nobody catches', "Promise.reject(new Error('the disk is on fire'));", /the disk is on fire/],
    ['no memory is left', 'const all = []; for (;;) all.push(new Array(10_000).fill({}).map(() => ({})));', /memory/],
    ['it exits', 'process.exit(0);', /The storage thread ended/],
  ];
  for (const [what, act, message] of ends) {
    test(what, async () => {
      const dataDir = temporaryDirectory();
      const { nodeOptions, trigger } = doInWorker(act);
      const limit = what === 'no memory is left' ? ['--max-old-space-size=64'] : [];
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

  test('also while nobody reads what it prints any more', async () => {
    const dataDir = temporaryDirectory();
    const { nodeOptions, trigger } = doInWorker("throw new Error('the disk is on fire');");
    const server = await startServer(dataDir, { env: unlimited, nodeOptions: [...nodeOptions, ...fullStandardError] });
    writeFileSync(trigger, '');
    expect(await server.ended).toBe(1);
  });
});

/** Standard error that takes nothing any more once the server is ready: a write to it waits for ever. */
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
