import { createHash } from 'node:crypto';
import type { ClientRequestArgs } from 'node:http';
import { Agent } from 'node:https';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { exchangeWith } from './exchange-node.ts';
import { type PinnedTransport, wrongKeyCode } from './pinned.ts';
import { openSocketWith } from './socket-node.ts';

/**
 * Connects only to a server with this key (SHA-256 of its SubjectPublicKeyInfo, base64url), regardless of who signed
 * its certificate, which names it has and when it expires.
 */
export function pinnedTo(fingerprint: string): PinnedTransport {
  const agent = new PinnedAgent(fingerprint);
  return {
    openSocket: (url, handlers) => {
      // Only TLS proves a key.
      if (!url.startsWith('wss:')) throw new Error('a server with a key is reached by wss only');
      return openSocketWith({ agent }, url, handlers);
    },
    // A proxy would take the server's place in the key check, and a redirect would bypass it.
    exchange: exchangeWith({ adapter: 'http', httpsAgent: agent, proxy: false, maxRedirects: 0 }),
  };
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
      created?.(Object.assign(new Error('the server answered with another key'), { code: wrongKeyCode }), socket);
    });
  }
}

function fingerprintOf(socket: TLSSocket): string | undefined {
  const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
  return key === undefined ? undefined : createHash('sha256').update(key).digest('base64url');
}
