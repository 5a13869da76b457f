import { createHash } from 'node:crypto';
import type { ClientRequestArgs } from 'node:http';
import { Agent, request } from 'node:https';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import type { Exchange } from './exchange.ts';
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
    exchange: exchangeThrough(agent),
  };
}

/**
 * Fetch takes no agent. Nothing here follows a redirect, which would bypass the key check, or uses a proxy, which
 * would take the server's place in it.
 */
function exchangeThrough(agent: Agent): Exchange {
  return async ({ method, url, headers, body, timeoutMs }) => {
    const encoded = new Response(body ?? null);
    const bytes = Buffer.from(await encoded.arrayBuffer());
    const all = {
      // Servers show by this name which program a sign-in belongs to; Node's fetch sends the same.
      'user-agent': 'node',
      ...headers,
      ...(body instanceof FormData ? { 'content-type': encoded.headers.get('content-type') ?? '' } : {}),
      ...(body === undefined ? {} : { 'content-length': bytes.byteLength }),
    };
    const signal = AbortSignal.timeout(timeoutMs);
    return new Promise((resolve, reject) => {
      const failed = (error: Error) => reject(signal.aborted ? signal.reason : error);
      const sent = request(url, { method, headers: all, agent, signal }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', failed);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
      });
      sent.on('error', failed);
      sent.end(bytes);
    });
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
