import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createWorkerPageFetcher } from '../../src/adapters/page-fetcher/worker-page-fetcher.ts';

const server = createServer((_, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<title>Scales</title><meta name="description" content="for an evening">');
});
afterEach(() => {
  server.close();
});

test('a thread of its own reads pages, and refuses what the fetcher refuses', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pages = createWorkerPageFetcher({ allowHosts: [host] });
  const [page, refused, unreadable] = await Promise.allSettled([
    pages.fetch(`http://${host}/`),
    pages.fetch('http://10.0.0.1/'),
    pages.fetch('http://name.invalid/'),
  ]);
  expect(page).toMatchObject({ value: { title: 'Scales', description: 'for an evening', url: `http://${host}/` } });
  expect(refused).toMatchObject({ reason: { code: 'VALIDATION_ERROR', details: { field: 'url' } } });
  expect(unreadable).toMatchObject({ reason: { code: 'RESOURCE_NOT_FOUND', details: {} } });
});

test('if the thread ends, what it was reading fails, and the next page starts another', async () => {
  const code = `
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, url }) => {
      if (url === 'throw') throw new Error('out of memory');
      if (url === 'exit') process.exit(0);
      if (url === 'fail') parentPort.postMessage({ id, failure: { code: undefined, message: 'broken', details: {} } });
      if (url === 'read') parentPort.postMessage({ id, page: { title: 'read', description: '', image: '', url } });
    });`;
  const worker = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const pages = createWorkerPageFetcher({ allowHosts: [], worker });
  await expect(Promise.all([pages.fetch('wait'), pages.fetch('throw')])).rejects.toThrow('out of memory');
  expect(await pages.fetch('read')).toMatchObject({ title: 'read' });
  await expect(pages.fetch('exit')).rejects.toThrow('The thread that reads pages has ended.');
  await expect(pages.fetch('fail')).rejects.toThrow('broken');
});
