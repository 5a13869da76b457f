import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { loadTls } from '../../src/adapters/tls/certificate.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

async function identityOf(dataDir: string, now: number, hostnames: readonly string[]) {
  const identity = await loadTls({ mode: 'auto' }, dataDir, now, hostnames);
  if (identity === undefined) throw new Error('no identity');
  return identity;
}

async function listen(identity: { key: string; cert: string }): Promise<Server> {
  const server = createServer(identity, (socket) => socket.end('welcome'));
  // A client that refuses the certificate may reset its connection.
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return server;
}

/** Connects like a client that trusts the certificate; resolves with the fingerprint that it sees. */
async function shakeHands(server: Server, ca: string, host: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const isName = /[a-z]/.test(host) && !host.includes(':');
  const socket = connect({ host: '127.0.0.1', port, ca, ...(isName ? { servername: host } : {}) });
  await once(socket, 'secureConnect');
  const certificate = new X509Certificate(socket.getPeerCertificate().raw);
  socket.destroy();
  const spki = certificate.publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('base64url');
}

test('S6.1: a client that trusts the certificate connects by every name that it covers, and by no other', async () => {
  const identity = await identityOf(temporaryDirectory(), Date.now(), ['studio.local']);
  const server = await listen(identity);
  for (const host of ['localhost', 'studio.local', '127.0.0.1']) {
    expect(await shakeHands(server, identity.cert, host), host).toBe(identity.fingerprint);
  }
  await expect(shakeHands(server, identity.cert, 'elsewhere.local')).rejects.toThrow(/altnames/i);
});

test('a client that does not trust the certificate does not connect', async () => {
  const dataDirs = [temporaryDirectory(), temporaryDirectory()] as const;
  const [identity, other] = await Promise.all(dataDirs.map((dataDir) => identityOf(dataDir, Date.now(), [])));
  const server = await listen(identity ?? { key: '', cert: '' });
  await expect(shakeHands(server, other?.cert ?? '', 'localhost')).rejects.toThrow(/self.signed/i);
});

test('S6.2: a renewal on the running server shows the new certificate and the same fingerprint', async () => {
  const dataDir = temporaryDirectory();
  const first = await identityOf(dataDir, Date.now(), []);
  const server = await listen(first);
  const renewed = await identityOf(dataDir, Date.now(), ['studio.local']);
  server.setSecureContext(renewed);
  await expect(shakeHands(server, first.cert, 'studio.local')).rejects.toThrow();
  expect(await shakeHands(server, renewed.cert, 'studio.local')).toBe(first.fingerprint);
});
