import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage, type RequestOptions } from 'node:http';
import { get as getSecure } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createSelfSignedCertificate } from '../../src/adapters/tls/self-signed-certificate.ts';
import { paceFiles } from '../../src/http/plugins/send-files.ts';
import type { TlsIdentity } from '../../src/ports/tls-identity.ts';
import { listen } from '../support/raw-http.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTestApp, type TestAppOptions } from '../support/test-app.ts';

/** More than the system takes for a client that does not read, and not a multiple of what is read at a time. */
const content = randomBytes(12 * 1024 * 1024 + 12_345);

async function serveFile(deps: TestAppOptions['deps'] = {}) {
  const webRoot = temporaryDirectory();
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html>');
  const file = join(webRoot, 'assets/large.bin');
  writeFileSync(file, content);
  const { app } = await createTestApp({ deps: { webRoot, ...deps } });
  return { port: await listen(app), file };
}

async function testIdentity(): Promise<TlsIdentity> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = await createSelfSignedCertificate(privateKey, ['localhost'], Date.now());
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert, fingerprint: '' };
}

async function request(port: number, isSecure = false): Promise<IncomingMessage> {
  const options: RequestOptions = { port, host: '127.0.0.1', path: '/assets/large.bin', agent: false };
  const sent = isSecure ? getSecure({ ...options, rejectUnauthorized: false }) : get(options);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

async function readSlowly(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    await nextTurn();
  }
  return Buffer.concat(chunks);
}

test.each([false, true])('S5.2: clients that read slowly get a large file unchanged (TLS: %s)', async (isSecure) => {
  const { port } = await serveFile(isSecure ? { tls: await testIdentity() } : {});
  const responses = await Promise.all([1, 2, 3].map(() => request(port, isSecure)));
  const bodies = await Promise.all(responses.map(readSlowly));
  for (const body of bodies) expect(body.equals(content)).toBe(true);
  expect(responses[0]?.headers['content-length']).toBe(String(content.length));
});

test.skipIf(process.platform !== 'linux')('a client that disconnects leaves no file open', async () => {
  const { port, file } = await serveFile();
  const isOpen = () => readdirSync('/proc/self/fd').some((fd) => linkOf(fd) === file);
  const response = await request(port);
  await expect.poll(isOpen).toBe(true);
  response.destroy();
  await expect.poll(isOpen).toBe(false);
});

test.skipIf(process.platform !== 'linux')(
  'a client that disconnects as the answer begins leaves no file open',
  async () => {
    const path = join(temporaryDirectory(), 'small.txt');
    writeFileSync(path, 'small');
    const app = Fastify();
    onTestFinished(() => app.close());
    const sockets: Socket[] = [];
    paceFiles(app, { turn: async () => void sockets.pop()?.destroy() });
    app.get('/', (request, reply) => {
      sockets.push(request.raw.socket);
      return reply.send(createReadStream(path));
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    // Node announces a file that only its garbage collector closes.
    const warnings: string[] = [];
    const warned = ({ message }: Error) => warnings.push(message);
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    const sent = get({ port, host: '127.0.0.1', agent: false });
    await once(sent, 'error');
    await expect.poll(() => readdirSync('/proc/self/fd').some((fd) => linkOf(fd) === path)).toBe(false);
    expect(warnings).toEqual([]);
  },
);

function linkOf(fd: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    // Closed since the folder was read.
    return undefined;
  }
}
