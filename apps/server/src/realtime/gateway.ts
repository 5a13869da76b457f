import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { limits, RoomtoneError, validationError } from '@roomtone/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Identity, Storage, Tickets } from '../ports.ts';
import type { Log } from './realtime.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';

export interface GatewayDeps {
  readonly tickets: Pick<Tickets, 'redeem'>;
  readonly storage: Pick<Storage, 'sessionById'>;
  readonly allowedOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  readonly log: Log;
  /** Takes over a socket that is open. */
  readonly onOpen: (socket: WebSocket, identity: Identity) => void;
}

/** How long a socket may take to answer a close frame before it is cut off: shutdown waits for it. */
const closeTimeoutMs = 3_000;

/** Turns upgrade requests into open sockets, or refuses them before any upgrade (room rules R1). */
export class Gateway {
  readonly #deps: GatewayDeps;
  readonly #server: WebSocketServer;
  readonly #arriving = new Set<Arrival>();
  #draining = false;

  constructor(deps: GatewayDeps) {
    this.#deps = deps;
    // closeTimeout is not in ws's types yet.
    const options = {
      noServer: true,
      perMessageDeflate: false,
      maxPayload: limits.clientFrameBytes,
      closeTimeout: closeTimeoutMs,
    };
    this.#server = new WebSocketServer(options);
    this.#server.on('wsClientError', (error, socket) => {
      refuseUpgrade(socket, validationError([{ field: 'Upgrade', issue: error.message }]));
    });
  }

  /** Answers an upgrade request of the HTTP server. Never throws. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Until ws has the socket, nobody else listens for its errors; a socket that broke needs no answer.
    const ignore = () => {};
    socket.on('error', ignore);
    const arrival: Arrival = { sessionId: undefined, ended: false };
    this.#arriving.add(arrival);
    this.#admit(request, arrival)
      .then((identity) => {
        // From here to the open connection nothing waits, so that nothing can end unseen.
        if (this.#draining) throw new RoomtoneError('SERVER_ERROR', 'The server is stopping.');
        if (arrival.ended) throw invalidTicket();
        if (socket.destroyed) return;
        socket.off('error', ignore);
        this.#server.handleUpgrade(request, socket, head, (open) => this.#deps.onOpen(open, identity));
      })
      .catch((error: unknown) => {
        if (!(error instanceof RoomtoneError)) this.#deps.log.error({ err: error }, 'an upgrade failed');
        refuseUpgrade(socket, error);
      })
      .finally(() => this.#arriving.delete(arrival));
  }

  /** A session is over: an upgrade of it that is under way is refused. */
  sessionEnded(sessionId: string): void {
    for (const arrival of this.#arriving) if (arrival.sessionId === sessionId) arrival.ended = true;
  }

  /** Lets nobody in any more. */
  drain(): void {
    this.#draining = true;
  }

  /** Resolves when every socket is closed, by its other side or by the time it may take. */
  async closed(): Promise<void> {
    const closing = Array.from(
      this.#server.clients,
      (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
    );
    await Promise.all(closing);
  }

  /** @throws {RoomtoneError} for whoever may not come in. */
  async #admit(request: IncomingMessage, arrival: Arrival): Promise<Identity> {
    const payload = readPath(request);
    const { origin, host } = request.headers;
    if (!this.#deps.allowedOrigin(origin, host)) {
      throw new RoomtoneError('AUTHORIZATION_ERROR', 'Pages of this origin may not connect.', { reason: 'origin' });
    }
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      throw validationError([{ field: 'Upgrade', issue: 'must be websocket' }]);
    }
    const identity = await this.#deps.tickets.redeem(payload);
    if (identity === undefined) throw invalidTicket();
    if (identity.kind === 'guest') return identity;
    // A ticket may outlive its login by up to a minute.
    arrival.sessionId = identity.sessionId;
    if ((await this.#deps.storage.sessionById(identity.sessionId)) === undefined) throw invalidTicket();
    return identity;
  }
}

/** An upgrade under way. */
interface Arrival {
  /** The login it belongs to, once that is known. */
  sessionId: string | undefined;
  /** Whether that login has ended since. */
  ended: boolean;
}

function invalidTicket(): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', 'This ticket is invalid, expired or used.');
}

/** The ticket in the path. */
function readPath(request: IncomingMessage): string {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const [, version, payload] = /^\/api(?:\/v(\d+))?\/websocket\/([^/]+)$/.exec(path) ?? [];
  if (request.method !== 'GET' || payload === undefined) {
    throw new RoomtoneError('RESOURCE_NOT_FOUND', 'There is nothing at this address.');
  }
  if (version !== undefined && version !== '1') {
    throw new RoomtoneError('RESOURCE_NOT_FOUND', 'This version does not exist.', { supported: ['v1'] });
  }
  const asked = request.headers['api-version'];
  if (version === undefined && asked !== undefined && asked !== 'v1') {
    throw validationError([{ field: 'API-Version', issue: 'must be v1' }]);
  }
  return payload;
}
