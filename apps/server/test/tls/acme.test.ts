import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fourFreePorts, Pebble } from '../../../../testing/pebble/pebble.ts';
import { fingerprintOf } from '../../src/adapters/tls/certificate.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { type AcmeApp, name, startAcmeApp } from './acme-app.ts';

// The server against a certificate authority: Debian's pebble, which refuses every fifth good nonce.

const missing = Pebble.missing();
if (missing !== undefined) process.stdout.write(`NOT RUN: certificates from an authority, because ${missing}\n`);

const dayMs = 86_400_000;
const modeOf = (path: string) => statSync(path).mode & 0o777;

async function shown(app: AcmeApp, servername?: string): Promise<X509Certificate> {
  const socket = await app.open(servername);
  return new X509Certificate(socket.getPeerCertificate().raw);
}

/** By which a client takes up the TLS session of an earlier connection; it comes after the handshake, with an answer. */
async function ticketOf(socket: TLSSocket): Promise<Buffer> {
  const ticket = once(socket, 'session');
  socket.write(`GET /health HTTP/1.1\r\nHost: ${name}\r\n\r\n`);
  return (await ticket)[0];
}

/** A connection as the authority opens it: the common name of the certificate that it sees, or why it sees none. */
async function checkByTls(port: number): Promise<string | undefined> {
  const options = { servername: name, ALPNProtocols: ['acme-tls/1'], rejectUnauthorized: false };
  const socket = connect({ port, host: '127.0.0.1', ...options });
  try {
    await once(socket, 'secureConnect');
    return socket.getPeerCertificate().subject.CN;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  } finally {
    socket.destroy();
  }
}

describe.skipIf(missing !== undefined)('an authority that checks by TLS', () => {
  let tlsPort: number;
  let pebble: Pebble;
  beforeAll(async () => {
    [tlsPort] = await fourFreePorts();
    pebble = await Pebble.start({ tlsPort });
  });
  afterAll(() => pebble.stop());
  afterEach(() => pebble.reset());

  test('S28.1, S28.3, S28.4: a certificate for the name, for the server’s own key; other names get the self-signed one', async () => {
    const dataDir = temporaryDirectory();
    const app = await startAcmeApp({ pebble, dataDir, port: tlsPort, email: 'ada@example.org' });
    // Until there is one, the server shows its own.
    const own = await shown(app);
    expect([own.issuer, own.checkHost(name)]).toEqual(['CN=Roomtone', name]);
    const during = new Set<string | undefined>();
    pebble.interfere = async (request) => {
      if (!request.url?.startsWith('/chalZ')) return undefined;
      during.add(await checkByTls(tlsPort)).add((await shown(app)).subject);
      return undefined;
    };
    // Somebody plays while the authority checks, and is not disturbed.
    const before = await app.open();
    await app.named.start();
    const issued = await shown(app);
    expect(issued.issuer).toMatch(/Pebble/);
    expect(issued.subjectAltName).toBe(`DNS:${name}`);
    expect(fingerprintOf(issued)).toBe(app.fingerprint);
    for (const other of ['studio.local', '']) expect((await shown(app, other)).issuer).toBe('CN=Roomtone');
    expect(before.destroyed).toBe(false);
    // During the check whoever asks like the authority gets its proof, and nobody else; after it nobody does.
    expect([...during]).toEqual(['acme-challenge', 'CN=Roomtone']);
    expect(await checkByTls(tlsPort)).toBe('ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL');
    for (const file of ['acme-cert.pem', 'acme-account-key.pem', 'tls-key.pem']) {
      expect([file, modeOf(join(dataDir, file))]).toEqual([file, 0o600]);
    }
    expect(readdirSync(dataDir).filter((file) => file.endsWith('.new'))).toEqual([]);
    expect(app.news).toEqual([
      expect.stringMatching(
        /^There is no certificate for music\.example\.org yet, so browsers warn\. The server is asking localhost:/,
      ),
      expect.stringMatching(/^Certificate for music\.example\.org: valid until \d{4}-\d\d-\d\d\.$/),
    ]);
    expect(app.nextMs()).toBe(3_600_000);
    // Nothing is ordered again by the next start.
    pebble.reset();
    const again = await startAcmeApp({ pebble, dataDir });
    await again.named.start();
    expect((await shown(again)).serialNumber).toBe(issued.serialNumber);
    expect(pebble.requests).toEqual([]);
    // Unless the host has chosen another authority.
    const elsewhere = { ...pebble, directoryUrl: pebble.directoryUrl.replace('/dir', '/no-directory') } as Pebble;
    const other = await startAcmeApp({ pebble: elsewhere, dataDir });
    await other.named.start();
    expect(other.named.state.lastFailure?.problem).toBe('refused');
    expect((await shown(other)).serialNumber).toBe(issued.serialNumber);
  });

  test('S28.5, S28.6: in its last third a certificate is renewed, and new connections get the new one', async () => {
    const dataDir = temporaryDirectory();
    const app = await startAcmeApp({ pebble, dataDir, port: tlsPort });
    await app.named.start();
    const first = await shown(app);
    const open = await app.open();
    const ticket = await ticketOf(open);
    const orders = () => pebble.count('201 /order-plz');
    app.clock.advance((2 * Pebble.validityMs) / 3 - dayMs);
    pebble.clockAheadMs = (2 * Pebble.validityMs) / 3 - dayMs;
    await app.pass();
    expect(orders()).toBe(1);
    app.clock.advance(dayMs);
    pebble.clockAheadMs += dayMs;
    await app.pass();
    expect(orders()).toBe(2);
    const second = await shown(app);
    expect(second.serialNumber).not.toBe(first.serialNumber);
    expect([fingerprintOf(second), open.destroyed]).toEqual([app.fingerprint, false]);
    // A client that remembers the connection from before comes in as well.
    const back = connect({
      port: app.port,
      host: '127.0.0.1',
      servername: name,
      session: ticket,
      rejectUnauthorized: false,
    });
    await once(back, 'secureConnect');
    back.destroy();
    expect(readFileSync(join(dataDir, 'acme-cert.pem'), 'utf8')).toContain(second.toString());
    // The account stays the same.
    expect(['201', '200'].map((status) => pebble.count(`${status} /sign-me-up`))).toEqual([1, 1]);
  });

  test('S28.7: a wrong clock neither orders certificates in a loop nor throws one away', async () => {
    const dataDir = temporaryDirectory();
    const app = await startAcmeApp({ pebble, dataDir, port: tlsPort });
    await app.named.start();
    const { serialNumber } = await shown(app);
    for (const years of [5, -20]) {
      app.clock.setWallClock(Date.now() + years * 365 * dayMs);
      for (let looks = 0; looks < 3; looks++) {
        await app.pass();
        expect(app.nextMs()).toBe(dayMs);
      }
      expect((await shown(app)).serialNumber).toBe(serialNumber);
      const restarted = await startAcmeApp({ pebble, dataDir, nowMs: app.clock.nowMs() });
      await restarted.named.start();
      expect((await shown(restarted)).serialNumber).toBe(serialNumber);
    }
    expect(pebble.count('201 /order-plz')).toBe(1);
    expect(app.named.state.lastFailure).toBeUndefined();
    expect(app.logLines.join('\n')).toContain('the clock of this machine is wrong');
  });

  test('S28.8, S28.9: a failure keeps the certificate, says so, and honours what the authority asks for, also after a restart', async () => {
    const dataDir = temporaryDirectory();
    const app = await startAcmeApp({ pebble, dataDir, port: tlsPort });
    await app.named.start();
    const { serialNumber } = await shown(app);
    const late = 80 * dayMs;
    app.clock.advance(late);
    pebble.clockAheadMs = late;
    pebble.interfere = (request, response) => {
      if (!request.url?.includes('order-plz')) return undefined;
      const problem = { type: 'urn:ietf:params:acme:error:rateLimited', detail: 'too many certificates\u001b[31m' };
      response.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': '7200' });
      response.end(JSON.stringify(problem));
      return 'answered';
    };
    await app.pass();
    expect(app.named.state.lastFailure).toMatchObject({ problem: 'rateLimited', reason: 'too many certificates[31m' });
    expect(app.nextMs()).toBe(7_200_000);
    expect((await shown(app)).serialNumber).toBe(serialNumber);
    expect(app.news.at(-1)).toMatch(/could not be renewed\. It stays in use, and is valid until .*\nReason: too many/);
    const asked = pebble.requests.length;
    const restarted = await startAcmeApp({ pebble, dataDir, nowMs: app.clock.nowMs() });
    await restarted.named.start();
    expect(pebble.requests).toHaveLength(asked);
    expect(restarted.nextMs()).toBe(7_200_000);
    pebble.interfere = (_request, response) => {
      response.destroy();
      return 'answered';
    };
    await app.pass();
    expect(app.named.state.lastFailure?.problem).toBe('unreachable');
    expect(app.nextMs()).toBe(600_000);
    expect((await shown(app)).serialNumber).toBe(serialNumber);
    pebble.interfere = () => undefined;
    await app.pass();
    expect(app.named.state.lastFailure).toBeUndefined();
    expect((await shown(app)).serialNumber).not.toBe(serialNumber);
    expect(readdirSync(dataDir)).not.toContain('acme-wait.json');
  });

  test('S28.11: a stop ends an order that is under way', async () => {
    const app = await startAcmeApp({ pebble, dataDir: temporaryDirectory(), port: tlsPort });
    const isHeldUp = new Promise<void>((resolve) => {
      pebble.interfere = (request) => {
        if (!request.url?.includes('order-plz')) return undefined;
        resolve();
        return new Promise(() => {});
      };
    });
    const looking = app.named.start();
    await isHeldUp;
    await app.named.stop();
    await looking;
    expect([app.named.state.lastFailure, app.nextMs()]).toEqual([undefined, undefined]);
  });

  test('S28.10: keys that others can read are made private, and a broken account key stops the start', async () => {
    const dataDir = temporaryDirectory();
    const app = await startAcmeApp({ pebble, dataDir, port: tlsPort });
    await app.named.start();
    const files = ['acme-account-key.pem', 'acme-cert.pem', 'tls-key.pem'].map((file) => join(dataDir, file));
    for (const file of files) chmodSync(file, 0o644);
    const again = await startAcmeApp({ pebble, dataDir });
    expect(files.map(modeOf)).toEqual([0o600, 0o600, 0o600]);
    expect(again.named.state.current).toBeDefined();
    writeFileSync(files[0] ?? '', 'no key');
    await expect(startAcmeApp({ pebble, dataDir })).rejects.toThrow(
      /acme-account-key\.pem does not hold a P-256 private key/,
    );
    expect(readFileSync(files[0] ?? '', 'utf8')).toBe('no key');
  });
});

describe.skipIf(missing !== undefined)('an authority that finds nobody by TLS', () => {
  test('S28.3, S28.8: the next attempt is checked by plain http, on the https port or on a port that is open only then', async () => {
    const [appPort, httpPort] = await fourFreePorts();
    // Where there is a network, the authority comes from another machine, as far as the server can tell.
    const network = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    const { address = '127.0.0.1' } = network.find(({ internal, family }) => !internal && family === 'IPv4') ?? {};
    for (const [checked, extra] of [
      [appPort, undefined],
      [httpPort, httpPort],
    ] as const) {
      const pebble = await Pebble.start({ httpPort: checked, address });
      onTestFinished(() => pebble.stop());
      const app = await startAcmeApp({
        pebble,
        dataDir: temporaryDirectory(),
        host: '0.0.0.0',
        port: extra === undefined ? appPort : 0,
        ...(extra === undefined ? {} : { httpPort: extra }),
      });
      await app.named.start();
      expect(app.named.state.lastFailure).toMatchObject({ problem: 'challengeFailed' });
      expect(app.news.at(-1)).toMatch(/issued none\.\nReason: tls-alpn-01: .*\nWhat helps: port 443 \(or port 80\)/);
      expect(app.nextMs()).toBe(60_000);
      await app.pass();
      expect((await shown(app)).issuer).toMatch(/Pebble/);
      if (extra === undefined) continue;
      // Nobody listens there any more.
      const free = createServer();
      free.listen(extra, '127.0.0.1');
      await once(free, 'listening');
      free.close();
    }
  });
});
