import { describe, expect, test, vi } from 'vitest';
import { createLazyPageFetcher } from '../../src/adapters/page-fetcher/lazy-page-fetcher.ts';
import { parseTarget } from '../../src/adapters/page-fetcher/target.ts';
import { createWorkerPageReader } from '../../src/adapters/page-fetcher/worker-page-reader.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { outcome, serve, serveHtml } from './network.ts';

test('pages are read in a thread of its own, which refuses what the fetcher refuses', async () => {
  const server = await serveHtml('<title>Scales</title><meta name="description" content="for an evening">');
  const bad = await serve((_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end());
  const pages = createLazyPageFetcher({ allowHosts: [server.authority, bad.authority], clock: createFakeClock() });
  const url = `http://${server.authority}/`;
  expect(await pages.fetch(url)).toEqual({ title: 'Scales', description: 'for an evening', image: '', url });
  expect(await outcome(pages.fetch('http://10.0.0.1/'))).toBe('400 url');
  expect(await outcome(pages.fetch(`http://${bad.authority}/`))).toBe('400 url');
  expect(await outcome(pages.fetch('http://name.invalid/'))).toBe('404');
});

describe('the thread', () => {
  const code = `
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', ({ id, url }) => {
      const { pathname } = new URL(url);
      if (pathname === '/throw') throw new Error('out of memory');
      if (pathname === '/exit') process.exit(0);
      if (pathname === '/fail') parentPort.postMessage({ id, failure: { code: undefined, message: 'broken', details: {} } });
      const title = String(threadId);
      if (pathname === '/') parentPort.postMessage({ id, page: { title, description: '', image: '', url } });
    });`;
  const worker = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const never = new AbortController().signal;

  function readerOf(idleMs?: number) {
    const read = createWorkerPageReader({ allowHosts: [], worker, ...(idleMs === undefined ? {} : { idleMs }) });
    return (path: string, signal = never) => read(parseTarget(`http://site.example${path}`, new Set()), signal);
  }

  test('if it ends, what it was reading fails, and the next page starts another', async () => {
    const read = readerOf();
    const waiting = read('/wait');
    await expect(read('/throw')).rejects.toThrow('out of memory');
    await expect(waiting).rejects.toThrow('out of memory');
    const { title } = await read('/');
    expect((await read('/')).title).toBe(title);
    await expect(read('/exit')).rejects.toThrow('The thread that reads pages has ended.');
    expect((await read('/')).title).not.toBe(title);
    await expect(read('/fail')).rejects.toThrow('broken');
  });

  test('if a page keeps it busy, the page cannot be read after its time, and the thread ends', async () => {
    const read = readerOf(1);
    const { title } = await read('/');
    const time = new AbortController();
    const reading = read('/wait', time.signal);
    time.abort();
    expect(await outcome(reading)).toBe('404');
    await vi.waitFor(async () => expect((await read('/')).title).not.toBe(title));
  });

  test('it ends when it has nothing to do', async () => {
    const read = readerOf(1);
    const { title } = await read('/');
    await vi.waitFor(async () => expect((await read('/')).title).not.toBe(title));
  });
});
