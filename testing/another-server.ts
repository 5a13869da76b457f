import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { loadTls } from '../apps/server/src/adapters/tls/certificate.ts';

/** A server with a key of its own that keeps what it is sent. */
export interface AnotherServer {
  readonly url: string;
  readonly fingerprint: string;
  /** Handshakes begun: how often somebody came. */
  readonly visits: number;
  /** Bytes that came inside TLS: what whoever came has let go of. */
  readonly receivedBytes: number;
  stop(): Promise<void>;
}

/** Stands where somebody looks for a Roomtone server, and answers nothing. */
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
