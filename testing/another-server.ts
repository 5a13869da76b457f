import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { loadTls } from '../apps/server/src/adapters/tls/certificate.ts';

/** A server with a different key that records what it receives. */
export interface AnotherServer {
  readonly url: string;
  readonly fingerprint: string;
  /** The number of connections that clients have opened. */
  readonly visits: number;
  /** The number of bytes received inside TLS: clients have disclosed no more than these. */
  readonly receivedBytes: number;
  stop(): Promise<void>;
}

/** Takes the place of a Roomtone server but answers nothing. */
export async function startAnotherServer({ host = '127.0.0.1', port = 0 } = {}): Promise<AnotherServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'roomtone-other-'));
  const tls = await loadTls({ mode: 'auto' }, dataDir, Date.now(), [host]);
  if (tls === undefined) throw new Error('there is no certificate');
  let visits = 0;
  let receivedBytes = 0;
  const open = new Set<TLSSocket>();
  const server = createServer({ cert: tls.cert, key: tls.key }, (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      receivedBytes += bytes.byteLength;
    });
  });
  server.on('connection', () => visits++);
  server.on('tlsClientError', () => {});
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `https://${host}:${(server.address() as AddressInfo).port}`,
    fingerprint: tls.fingerprint,
    get visits() {
      return visits;
    },
    get receivedBytes() {
      return receivedBytes;
    },
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
