import { createHash } from 'node:crypto';
import type { ClientRequestArgs } from 'node:http';
import { Agent } from 'node:https';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { exchangeWith } from './exchange-node.ts';
import type { PinnedTransport } from './pinned.ts';
import { openSocketWith } from './socket-node.ts';
import { wrongKey } from './wrong-key.ts';

/**
 * Connects only to a server with this key (SHA-256 of its SubjectPublicKeyInfo, base64url), regardless of who signed
 * its certificate, which names it has and when it expires.
 */
export function pinnedTo(fingerprint: string): PinnedTransport | undefined {
  const agent = new PinnedAgent(fingerprint);
  return {
    probe: (origin, signal) => probe(origin, fingerprint, signal),
    openSocket: (url, handlers) => {
      // Only TLS proves a key.
      if (!url.startsWith('wss:')) throw new Error('a server with a key is reached by wss only');
      return openSocketWith({ agent }, url, handlers);
    },
    // A proxy would take the server's place in the key check, and a redirect would bypass it.
    exchange: exchangeWith({ adapter: 'http', httpsAgent: agent, proxy: false, maxRedirects: 0 }),
  };
}

/** A handshake that takes longer has failed. */
const probeMs = 5_000;

function probe(origin: string, fingerprint: string, signal: AbortSignal): Promise<void> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false });
    const end = (error?: Error) => {
      signal.removeEventListener('abort', aborted);
      socket.destroy();
      if (error === undefined) resolve();
      else reject(error);
    };
    const aborted = () => end(new Error('another address has answered'));
    signal.addEventListener('abort', aborted);
    socket.setTimeout(probeMs, () => end(new Error('no answer in time')));
    socket.on('error', end);
    socket.once('secureConnect', () => end(fingerprintOf(socket) === fingerprint ? undefined : wrongKey()));
  });
}

/** Hands out a TLS connection only after checking the key, so that nothing is written before. */
class PinnedAgent extends Agent {
  readonly #fingerprint: string;

  constructor(fingerprint: string) {
    // A resumed TLS session shows no certificate.
    super({ keepAlive: true, maxCachedSessions: 0 });
    this.#fingerprint = fingerprint;
  }

  override createConnection(
    options: ClientRequestArgs & ConnectionOptions,
    created?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const socket = connect({ ...options, rejectUnauthorized: false });
    const failed = (error: Error) => created?.(error, socket);
    socket.once('error', failed);
    socket.once('secureConnect', () => {
      socket.off('error', failed);
      if (fingerprintOf(socket) === this.#fingerprint) {
        created?.(null, socket);
        return;
      }
      socket.destroy();
      created?.(wrongKey(), socket);
    });
  }
}

function fingerprintOf(socket: TLSSocket): string | undefined {
  const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
  return key === undefined ? undefined : createHash('sha256').update(key).digest('base64url');
}
