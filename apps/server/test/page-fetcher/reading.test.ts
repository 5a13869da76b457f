import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createInternet, createTestFetcher, fetcherFor, outcome, serve, serveHtml, type WebServer } from './network.ts';

const html = '<title>A page</title>';
const page = { title: 'A page', description: '', image: '' };
const limit = 2 * 1024 * 1024;

/** Resolves when no connection is left, because an abandoned one must not continue. */
async function closed(site: WebServer): Promise<void> {
  for (const { socket } of site.requests) {
    if (!socket.closed) await new Promise<unknown>((resolve) => socket.once('close', resolve));
  }
}

afterEach(() => void vi.unstubAllEnvs());

describe('S20.6: a page that cannot be read is 404', () => {
  test.each([300, 304, 400, 401, 403, 404, 410, 429, 500, 503])('status %i', async (status) => {
    const site = await serve((_request, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end(status === 304 ? undefined : html),
    );
    expect(await outcome(fetcherFor(site).read())).toBe('404');
  });

  test.each([
    'application/json',
    'text/plain; charset=utf-8',
    'image/svg+xml',
    'application/octet-stream',
    'text/htmlx',
    'nonsense',
    '',
  ])('content type %j', async (type) => {
    expect(await outcome(fetcherFor(await serveHtml(html, { 'content-type': type })).read())).toBe('404');
  });

  test.each(['text/html', 'TEXT/HTML;charset="UTF-8"', 'application/xhtml+xml'])('but not %s', async (type) => {
    expect(await fetcherFor(await serveHtml(html, { 'content-type': type })).read()).toMatchObject(page);
  });

  test('a closed port, and a name that does not exist', async () => {
    const internet = createInternet();
    const { fetch } = createTestFetcher({ ...internet, allowHosts: ['127.0.0.1:1'] });
    expect(await outcome(fetch('http://127.0.0.1:1/'))).toBe('404');
    expect(await outcome(fetch('http://nowhere.example/'))).toBe('404');
    internet.names('empty.example', []);
    expect(await outcome(fetch('http://empty.example/'))).toBe('404');
  });

  test('a connection that breaks before the head or within the body', async () => {
    const early = await serve((request) => request.socket.destroy());
    expect(await outcome(fetcherFor(early).read())).toBe('404');
    const late = await serve((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
      response.write(html, () => request.socket.destroy());
    });
    expect(await outcome(fetcherFor(late).read())).toBe('404');
  });

  test.each([302, 404])('the body of a %i is not waited for, and its connection closes', async (status) => {
    const site = await serve((request, response) => {
      if (request.url === '/end') response.writeHead(404).end();
      else response.writeHead(status, { 'content-type': 'text/html', location: '/end' }).write(html);
    });
    expect(await outcome(fetcherFor(site).read())).toBe('404');
    await closed(site);
  });

  test('a response that is not HTTP, and an endless head', async () => {
    const nonsense = await serve((request) => request.socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    expect(await outcome(fetcherFor(nonsense).read())).toBe('404');
    const head = await serve((request) => {
      request.socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nx: ${'x'.repeat(100_000)}`);
    });
    expect(await outcome(fetcherFor(head).read())).toBe('404');
  });
});

describe('S20.7: at most 2 MiB', () => {
  const padded = (bytes: number) => html + ' '.repeat(bytes - html.length);

  test.each([
    [limit, page],
    [limit + 1, '404'],
  ])('%i bytes', async (bytes, expected) => {
    const result = await outcome(fetcherFor(await serveHtml(padded(bytes))).read());
    if (expected === '404') expect(result).toBe('404');
    else expect(result).toMatchObject(page);
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['GZIP', gzipSync],
  ])('%s: read if it fits unpacked, 404 if it is too large, broken or truncated', async (encoding, pack) => {
    const served = async (body: Uint8Array) =>
      outcome(fetcherFor(await serveHtml(body, { 'content-encoding': encoding })).read());
    expect(await served(pack(padded(limit)))).toMatchObject(page);
    expect(await served(pack(padded(limit + 1)))).toBe('404');
    expect(await served(pack(html).subarray(0, -6))).toBe('404');
    expect(await served(Buffer.from('not packed at all'))).toBe('404');
    expect(await served(new Uint8Array())).toMatchObject({ title: '' });
  });

  test('a compression bomb of 512 MiB is never unpacked', async () => {
    const mebibyte = gzipSync(Buffer.alloc(1024 * 1024), { level: 9 });
    const bomb = Buffer.concat(Array.from({ length: 512 }, () => mebibyte));
    const before = process.memoryUsage().rss;
    expect(await outcome(fetcherFor(await serveHtml(bomb, { 'content-encoding': 'gzip' })).read())).toBe('404');
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
  });

  test.each(['zstd', 'gzip, gzip', 'compress', 'nonsense'])('content encoding %s is 404', async (encoding) => {
    expect(await outcome(fetcherFor(await serveHtml(html, { 'content-encoding': encoding })).read())).toBe('404');
  });

  test('an endless stream is closed as soon as it is too long', async () => {
    const site = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    expect(await outcome(fetcherFor(site).read())).toBe('404');
    await closed(site);
  });
});

describe('S20.7: at most 5 s in total', () => {
  /** A deadline that the test controls. */
  function createDeadline() {
    const controller = new AbortController();
    const budgets: number[] = [];
    const deadline = (budgetMs: number) => {
      budgets.push(budgetMs);
      return controller.signal;
    };
    return { deadline, budgets, over: () => controller.abort(new Error('time is over')) };
  }

  test('a head that never arrives', async () => {
    const time = createDeadline();
    const { read } = fetcherFor(await serve(time.over), time);
    expect(await outcome(read())).toBe('404');
    expect(time.budgets).toEqual([5_000]);
  });

  test('a body that arrives very slowly', async () => {
    const time = createDeadline();
    const site = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(html, time.over);
    });
    expect(await outcome(fetcherFor(site, time).read())).toBe('404');
    await closed(site);
  });

  test('redirects share the time', async () => {
    const time = createDeadline();
    const site = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/slow' }).end();
      else time.over();
    });
    expect(await outcome(fetcherFor(site, time).read())).toBe('404');
    expect(time.budgets).toHaveLength(1);
  });

  test('a TLS handshake that stalls', async () => {
    const time = createDeadline();
    const internet = createInternet();
    internet.names('example.org', ['93.184.215.14']);
    // A plain server waits for the request while the client waits for TLS.
    const site = await serve(() => {});
    internet.puts('93.184.215.14', 443, site);
    const dial: typeof internet.dial = (endpoint, signal) => internet.dial(endpoint, signal).once('connect', time.over);
    expect(await outcome(createTestFetcher({ ...internet, ...time, dial }).fetch('https://example.org/'))).toBe('404');
  });
});

describe('S20.7: at most 3 redirects', () => {
  const counting = () =>
    serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.writeHead(200, { 'content-type': 'text/html' }).end(html);
      else response.writeHead(301 + (left % 2), { location: `${left - 1}` }).end('<title>Moved</title>');
    });

  test('three are followed; url is the final address', async () => {
    const site = await counting();
    expect(await fetcherFor(site).read('/3')).toEqual({ ...page, url: `http://${site.authority}/0` });
  });

  test('a fourth is not', async () => {
    const site = await counting();
    expect(await outcome(fetcherFor(site).read('/4'))).toBe('404');
    expect(site.requests.map(({ url }) => url)).toEqual(['/4', '/3', '/2', '/1']);
  });

  test.each([301, 302, 303, 307, 308])('a loop of %i ends', async (status) => {
    const site = await serve((_request, response) => response.writeHead(status, { location: '/' }).end());
    expect(await outcome(fetcherFor(site).read())).toBe('404');
    expect(site.requests).toHaveLength(4);
  });

  test('a redirect to nowhere is 404', async () => {
    const site = await serve((_request, response) => response.writeHead(302).end('<title>Moved</title>'));
    expect(await outcome(fetcherFor(site).read())).toBe('404');
  });
});

test('the request is a plain GET without data of this server, on a connection that closes', async () => {
  const site = await serveHtml(html);
  await fetcherFor(site).read('/a%20b?c=d');
  const [request] = site.requests;
  expect([request?.method, request?.url]).toEqual(['GET', '/a%20b?c=d']);
  expect(request?.headers).toEqual({
    host: site.authority,
    connection: 'close',
    'user-agent': expect.stringContaining('Roomtone'),
    accept: expect.stringContaining('text/html'),
    'accept-encoding': 'gzip, deflate, br',
  });
});

test('proxy variables of the environment are ignored', async () => {
  const [site, proxy] = [await serveHtml(html), await serveHtml('<title>Proxy</title>')];
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']) {
    vi.stubEnv(name, `http://${proxy.authority}`);
  }
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  vi.stubEnv('NO_PROXY', '');
  expect(await fetcherFor(site).read()).toMatchObject(page);
  expect(proxy.requests).toEqual([]);
});
