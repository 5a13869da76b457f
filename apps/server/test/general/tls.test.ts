import { once } from 'node:events';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { loadTls } from '../../src/adapters/tls/certificate.ts';
import { sendRaw } from '../support/raw-http.ts';
import { end, startServer } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTestApp } from '../support/test-app.ts';

async function secureApp() {
  const tls = await loadTls({ mode: 'auto' }, temporaryDirectory(), Date.now(), ['localhost']);
  if (tls === undefined) throw new Error('there is no certificate');
  const test = await createTestApp({ deps: { tls } });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  return { ...test, tls, port: (test.app.server.address() as AddressInfo).port };
}

test('S6.5: with a certificate the server speaks https and uses wss for WebSockets', async () => {
  const { port, tls } = await secureApp();
  const answer = await fetchSecurely(`https://localhost:${port}/health`, tls.cert);
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { status: 'ok', timestamp: expect.any(String) }]);
  const page = await fetchSecurely(`https://localhost:${port}/`, tls.cert);
  expect(page.headers['content-security-policy']).toContain(`wss://localhost:${port}`);
});

test('S6.6: bytes that are neither TLS nor HTTP are refused without affecting other connections', async () => {
  const { port, tls } = await secureApp();
  const { status } = await sendRaw(port, 'HELO there\r\n\r\n');
  expect(status).toBe(400);
  expect((await fetchSecurely(`https://localhost:${port}/health`, tls.cert)).status).toBe(200);
});

test('S1.5: closing does not wait for connections that never sent a request', async () => {
  const { app, port, tls } = await secureApp();
  const idle = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: tls.cert });
  await once(idle, 'secureConnect');
  const closed = once(idle, 'close');
  idle.on('error', () => undefined);
  await app.close();
  await closed;
  expect(idle.destroyed).toBe(true);
});

test('S6.1: with ROOMTONE_TLS=auto the server makes a certificate and prints its fingerprint at start', async () => {
  const dataDir = temporaryDirectory();
  const printedFingerprint = async () => {
    const server = await startServer(dataDir, { env: { ROOMTONE_TLS: 'auto' } });
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const tls = await loadTls({ mode: 'auto' }, dataDir, Date.now(), []);
    expect((await fetchSecurely(`${server.url}/health`, tls?.cert ?? '')).status).toBe(200);
    expect(await end(server, 'SIGTERM')).toBe(0);
    const [, fingerprint] = /^Fingerprint of its certificate: (\S+)$/m.exec(server.out.stderr) ?? [];
    expect(fingerprint).toBe(tls?.fingerprint);
    return fingerprint;
  };
  expect(await printedFingerprint()).toBe(await printedFingerprint());
});

test('S2.4: ROOMTONE_TLS defaults to off on loopback and to auto elsewhere', async () => {
  const server = await startServer(temporaryDirectory(), { env: { ROOMTONE_HOST: '0.0.0.0' } });
  expect(server.url).toMatch(/^https:/);
  expect(await end(server, 'SIGTERM')).toBe(0);
  expect(server.out.stderr).toContain('Fingerprint of its certificate');
  const plain = await startServer(temporaryDirectory(), { env: { ROOMTONE_HOST: '0.0.0.0', ROOMTONE_TLS: 'off' } });
  expect(plain.url).toMatch(/^http:/);
  expect(await end(plain, 'SIGTERM')).toBe(0);
  expect(plain.out.stdout).toContain('serving plain http');
});

function fetchSecurely(url: string, ca: string) {
  return new Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    get(url, { ca, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
    }).on('error', reject);
  });
}
