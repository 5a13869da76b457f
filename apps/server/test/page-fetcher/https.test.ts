import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSelfSignedCertificate } from '../../src/adapters/tls/self-signed-certificate.ts';
import { createInternet, createTestFetcher, outcome, publicAddress, serve } from './network.ts';

async function secureSite(...names: string[]) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = await createSelfSignedCertificate(privateKey, names, Date.now());
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const site = await serve(
    (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Secure</title>'),
    { key, cert },
  );
  const internet = createInternet();
  for (const name of ['page.example', 'other.example']) internet.names(name, [publicAddress]);
  internet.puts(publicAddress, 443, site);
  return { site, internet, cert };
}

test('https: the server gets the name by SNI, and its certificate must cover it', async () => {
  const { site, internet, cert } = await secureSite('page.example');
  const { fetch } = createTestFetcher({ ...internet, certificateAuthorities: [cert] });
  expect(await fetch('https://page.example./')).toMatchObject({ title: 'Secure', url: 'https://page.example/' });
  const [request] = site.requests;
  const socket = request?.socket as { servername?: string } | undefined;
  expect([request?.headers.host, socket?.servername]).toEqual(['page.example', 'page.example']);
  expect(await outcome(fetch('https://other.example/'))).toBe('404');
  expect(await outcome(fetch(`https://${publicAddress}/`))).toBe('404');
  expect(site.requests).toHaveLength(1);
});

test('https: an IP address is read if the certificate covers it', async () => {
  const { internet, cert } = await secureSite(publicAddress);
  const { fetch } = createTestFetcher({ ...internet, certificateAuthorities: [cert] });
  expect(await fetch(`https://${publicAddress}/`)).toMatchObject({ title: 'Secure' });
});

test('S20.6: a certificate from an unknown authority is 404', async () => {
  const { site, internet } = await secureSite('page.example');
  expect(await outcome(createTestFetcher(internet).fetch('https://page.example/'))).toBe('404');
  expect(site.requests).toEqual([]);
});
