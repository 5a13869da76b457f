import { describe, expect, test } from 'vitest';
import { createInternet, createTestFetcher, otherPublicAddress, outcome, publicAddress, serve } from './network.ts';
import { badAddresses, inwardHosts } from './spellings.ts';

describe('S20.3: an address that is not public is 400, without a lookup or connection', () => {
  test.each(inwardHosts)('http://%s/', async (host) => {
    const internet = createInternet();
    const { fetch } = createTestFetcher(internet);
    expect(await outcome(fetch(`http://${host}/`))).toBe('400 url');
    expect(await outcome(fetch(`https://${host.replace(/:80$/, ':443')}/latest/meta-data?x#y`))).toBe('400 url');
    expect([internet.resolved, internet.dialled]).toEqual([[], []]);
  });
});

describe('S20.2: a malformed address is 400, without a lookup or connection', () => {
  test.each(badAddresses)('%j', async (address) => {
    const internet = createInternet();
    internet.names('example.org', [publicAddress]);
    const { fetch } = createTestFetcher(internet);
    expect(await outcome(fetch(address))).toBe('400 url');
    expect([internet.resolved, internet.dialled]).toEqual([[], []]);
  });
});

describe('S20.3: a redirect to an address that is not public is 400, and it is not followed', () => {
  // Only these can stand in a header.
  const hosts = inwardHosts.filter((host) => /^[\x21-\x7e]+$/.test(host));
  test.each([
    ...hosts.map((host) => `http://${host}/`),
    ...hosts.map((host) => `//${host}/`),
    'http://user@example.org/',
    'http://example.org:8080/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '/\\127.0.0.1/',
    '\\\\127.0.0.1/',
    'https:127.0.0.1',
    'http://',
    'http://[',
  ])('Location: %s', async (location) => {
    const server = await serve((_request, response) => response.writeHead(302, { location }).end());
    const internet = createInternet();
    internet.names('example.org', [publicAddress]);
    internet.puts(publicAddress, 80, server);
    expect(await outcome(createTestFetcher(internet).fetch('http://example.org/'))).toBe('400 url');
    expect(internet.dialled).toEqual([`${publicAddress}:80`]);
  });
});

describe('S20.3, S20.4: a name with an address that is not public is 400, without a connection', () => {
  const inward = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fe80::1', 'fe80::1%eth0', '::ffff:10.0.0.1'];
  const odd = ['64:ff9b::7f00:1', '2002:a00:1::', '0x7f.1', '2130706433', 'not an address', ''];
  test.each([
    ...[...inward, ...odd].map((address) => [address]),
    [publicAddress, '127.0.0.1'],
    ['192.168.0.10', publicAddress],
    [otherPublicAddress, publicAddress, 'fd00::1'],
    // Behind the addresses that would be tried.
    [...Array.from({ length: 40 }, (_, index) => `93.184.215.${index}`), '10.0.0.1'],
  ])('%s %s %s', async (...answer) => {
    const internet = createInternet();
    internet.names('example.org', answer as string[]);
    expect(await outcome(createTestFetcher(internet).fetch('http://example.org/'))).toBe('400 url');
    expect(internet.dialled).toEqual([]);
  });
});

test('a refusal reveals nothing about the internal network', async () => {
  const internet = createInternet();
  internet.names('inside.example', ['10.20.30.40']);
  const { fetch } = createTestFetcher(internet);
  const messages = await Promise.all(
    ['http://inside.example/', 'http://10.20.30.40/', 'http://example.org:22/'].map((address) =>
      fetch(address).catch((error: Error) => JSON.stringify([error.message, error])),
    ),
  );
  expect(new Set(messages).size).toBe(1);
  expect(messages[0]).not.toMatch(/10\.20|inside|22/);
});
