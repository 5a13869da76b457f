import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer, type SecureContext, type Server } from 'node:tls';
import { serverLimits } from '../../domain/server-limits.ts';
import type { ChallengeAnswer } from '../../ports/certificate-authority.ts';
import type { Log } from '../../ports/log.ts';

const { connections, connectionMs } = serverLimits.challengePort;
/** RFC 8737, section 4. */
const protocol = 'acme-tls/1';
const path = /^\/\.well-known\/acme-challenge\/([\w-]{1,256})$/;

export interface ChallengeAnswersOptions {
  /** A port for checks over plain http besides the server's own; undefined if there is none. */
  readonly port: number | undefined;
  readonly host: string;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Answers a certificate authority that checks whether a name leads here, by http on any port of this server (RFC 8555, section
 * 8.3) and by TLS (RFC 8737). Outside of checks it answers nothing and costs nothing.
 */
export class ChallengeAnswers {
  readonly #options: ChallengeAnswersOptions;
  readonly #contents = new Map<string, string>();
  readonly #contexts = new Map<string, SecureContext>();
  #tlsServer: Server | undefined;

  constructor(options: ChallengeAnswersOptions) {
    this.#options = options;
  }

  /** True while an authority may check by TLS. */
  get expectsTls(): boolean {
    return this.#contexts.size > 0;
  }

  /** Answers from now on, until the returned function is called. */
  async show(answer: ChallengeAnswer): Promise<() => void> {
    if (answer.kind === 'tls-alpn-01') {
      const { name, cert, key } = answer;
      this.#contexts.set(name, createSecureContext({ cert, key, minVersion: 'TLSv1.2' }));
      return () => void this.#contexts.delete(name);
    }
    this.#contents.set(answer.token, answer.content);
    const close = await this.#openPort();
    return () => {
      this.#contents.delete(answer.token);
      close();
    };
  }

  /** Answers a check by http; false if this is none. */
  answerHttp({ method, url = '' }: IncomingMessage, response: ServerResponse): boolean {
    if (this.#contents.size === 0 || (method !== 'GET' && method !== 'HEAD')) return false;
    const content = this.#contents.get(path.exec(url)?.[1] ?? '');
    if (content === undefined) return false;
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-length': Buffer.byteLength(content),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
    response.end(method === 'HEAD' ? undefined : content);
    return true;
  }

  /** Takes a new connection that asks for `acme-tls/1`, of which nothing has been read. */
  acceptTls(socket: Socket): void {
    this.#tlsServer ??= this.#createTlsServer();
    this.#tlsServer.emit('connection', socket);
  }

  #createTlsServer(): Server {
    const server = createTlsServer({
      ALPNProtocols: [protocol],
      handshakeTimeout: connectionMs,
      SNICallback: (name, done) => {
        const context = this.#contexts.get(name.toLowerCase());
        if (context === undefined) done(new Error('this name is not being checked'));
        else done(null, context);
      },
    });
    // Nothing is said on such a connection: the certificate is the answer.
    server.on('secureConnection', (socket) => {
      socket.on('error', () => socket.destroy());
      socket.end();
      socket.setTimeout(connectionMs, () => socket.destroy());
    });
    server.on('tlsClientError', (_error, socket) => socket.destroy());
    return server;
  }

  /** Opens the port for http, if there is one; resolves with what closes it. */
  async #openPort(): Promise<() => void> {
    const { port, host, log } = this.#options;
    if (port === undefined) return () => {};
    const server = createServer(
      { requestTimeout: connectionMs, headersTimeout: connectionMs, connectionsCheckingInterval: 1_000 },
      (request, response) => {
        if (!this.answerHttp(request, response)) response.writeHead(404, { connection: 'close' }).end();
      },
    );
    server.maxConnections = connections;
    server.setTimeout(connectionMs, (socket) => socket.destroy());
    await new Promise<void>((resolve) => {
      server.once('error', (error) => {
        // The authority may come by another way all the same.
        log.warn({ err: error, port }, 'the port for the certificate authority’s check cannot be opened');
        resolve();
      });
      server.listen({ host, port }, resolve);
    });
    return () => {
      server.close();
      server.closeAllConnections();
    };
  }
}
