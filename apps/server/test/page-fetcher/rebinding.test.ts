import { describe, expect, test } from 'vitest';
import {
  createInternet,
  createTestFetcher,
  otherPublicAddress,
  outcome,
  publicAddress,
  serve,
  serveHtml,
} from './network.ts';

const outside = { title: 'Outside', description: '', image: '' };

describe('S20.4: a changing DNS answer cannot redirect a connection', () => {
  test('the connection goes to the checked address, and the name is looked up once', async () => {
    const [site, secret] = [await serveHtml('<title>Outside</title>'), await serveHtml('<title>Inside</title>')];
    const internet = createInternet();
    internet.names('rebind.example', [publicAddress], ['127.0.0.1']);
    internet.puts(publicAddress, 80, site);
    internet.puts('127.0.0.1', 80, secret);
    const { fetch } = createTestFetcher(internet);
    expect(await fetch('http://rebind.example/')).toEqual({ ...outside, url: 'http://rebind.example/' });
    expect(internet.resolved).toEqual(['rebind.example']);
    expect(internet.dialled).toEqual([`${publicAddress}:80`]);
    expect(site.requests[0]?.headers.host).toBe('rebind.example');
    expect(secret.requests).toEqual([]);
  });

  test('a redirect to the same name is resolved and checked again', async () => {
    const site = await serve((_request, response) => response.writeHead(302, { location: '/next' }).end());
    const secret = await serveHtml('<title>Inside</title>');
    const internet = createInternet();
    internet.names('rebind.example', [publicAddress], ['127.0.0.1']);
    internet.puts(publicAddress, 80, site);
    internet.puts('127.0.0.1', 80, secret);
    expect(await outcome(createTestFetcher(internet).fetch('http://rebind.example/'))).toBe('400 url');
    expect(internet.dialled).toEqual([`${publicAddress}:80`]);
    expect(secret.requests).toEqual([]);
  });

  test('a redirect to a name with a private address is 400', async () => {
    const site = await serve((_request, response) =>
      response.writeHead(301, { location: 'http://inside.example/' }).end(),
    );
    const internet = createInternet();
    internet.names('example.org', [publicAddress]);
    internet.names('inside.example', ['192.168.1.1']);
    internet.puts(publicAddress, 80, site);
    expect(await outcome(createTestFetcher(internet).fetch('http://example.org/'))).toBe('400 url');
    expect(internet.dialled).toEqual([`${publicAddress}:80`]);
  });

  test('a refused name is looked up again the next time', async () => {
    const internet = createInternet();
    internet.names('example.org', ['10.0.0.1'], [publicAddress]);
    internet.puts(publicAddress, 80, await serveHtml('<title>Outside</title>'));
    const { fetch } = createTestFetcher(internet);
    expect(await outcome(fetch('http://example.org/'))).toBe('400 url');
    expect(await fetch('http://example.org/')).toMatchObject(outside);
  });
});

describe('public addresses are read', () => {
  test.each([
    ['http://example.org/', 'http://example.org/', 'example.org'],
    ['HTTP://EXAMPLE.ORG', 'http://example.org/', 'example.org'],
    ['http://example.org./a?b=c#d', 'http://example.org/a?b=c', 'example.org'],
    ['http://example.org:80/', 'http://example.org/', 'example.org'],
    ['http://bücher.example/ü', 'http://xn--bcher-kva.example/%C3%BC', 'xn--bcher-kva.example'],
    [`http://${publicAddress}/`, `http://${publicAddress}/`, publicAddress],
    ['http://0x5db8d70e/', `http://${publicAddress}/`, publicAddress],
    [`http://[${otherPublicAddress}]/`, `http://[${otherPublicAddress}]/`, `[${otherPublicAddress}]`],
  ])('%s', async (address, url, host) => {
    const site = await serveHtml('<title>Outside</title>');
    const internet = createInternet();
    for (const name of ['example.org', 'xn--bcher-kva.example'])
      internet.names(name, [publicAddress, otherPublicAddress]);
    for (const ip of [publicAddress, otherPublicAddress]) internet.puts(ip, 80, site);
    expect(await createTestFetcher(internet).fetch(address)).toEqual({ ...outside, url });
    expect(site.requests.map(({ headers }) => headers.host)).toEqual([host]);
  });
});

describe('S20.5: ROOMTONE_SCRAPE_ALLOW_HOSTS', () => {
  test('allows exactly this host and port, including names', async () => {
    const site = await serveHtml('<title>Outside</title>');
    const internet = createInternet();
    internet.names('wiki.lan', ['192.168.0.10']);
    internet.puts('192.168.0.10', 3000, site);
    const { fetch } = createTestFetcher({ ...internet, allowHosts: ['wiki.lan:3000', '[fd00::1]:80'] });
    expect(await fetch('http://wiki.lan:3000/')).toMatchObject(outside);
    expect(await fetch('http://WIKI.lan:3000/x')).toMatchObject(outside);
    for (const other of ['http://wiki.lan/', 'http://wiki.lan:3001/', 'http://192.168.0.10:3000/']) {
      expect(await outcome(fetch(other)), other).toBe('400 url');
    }
    // Allowed, although nothing answers there.
    expect(await outcome(fetch('http://[fd00::1]/'))).toBe('404');
  });

  test('applies only to the spelling of the entry', async () => {
    const site = await serveHtml('<title>Outside</title>');
    const { fetch } = createTestFetcher({ allowHosts: [site.authority] });
    expect(await fetch(`http://127.0.0.1:${site.port}/`)).toMatchObject(outside);
    for (const host of [
      'localhost',
      '127.1',
      '2130706433',
      '0x7f.0.0.1',
      '127.0.0.1.',
      '[::ffff:127.0.0.1]',
      '[::1]',
    ]) {
      expect(await outcome(fetch(`http://${host}:${site.port}/`)), host).toBe('400 url');
    }
  });

  test('a redirect from an allowed host to another of its ports is 400', async () => {
    const secret = await serveHtml('<title>Inside</title>');
    const site = await serve((_request, response) =>
      response.writeHead(302, { location: `http://${secret.authority}/` }).end(),
    );
    const { fetch } = createTestFetcher({ allowHosts: [site.authority] });
    expect(await outcome(fetch(`http://${site.authority}/`))).toBe('400 url');
    expect(secret.requests).toEqual([]);
  });

  test('the real resolver and the real connect step find an allowed name', async () => {
    const site = await serveHtml('<title>Outside</title>');
    const { fetch } = createTestFetcher({ allowHosts: [`localhost:${site.port}`] });
    expect(await fetch(`http://localhost:${site.port}/`)).toMatchObject(outside);
    expect(site.requests[0]?.headers.host).toBe(`localhost:${site.port}`);
  });

  test('of several addresses, one that answers is enough', async () => {
    const site = await serveHtml('<title>Outside</title>');
    const resolve = async () => ['::1', '127.0.0.1'];
    const { fetch } = createTestFetcher({ allowHosts: [`wiki.lan:${site.port}`], resolve });
    expect(await fetch(`http://wiki.lan:${site.port}/`)).toMatchObject(outside);
  });
});
