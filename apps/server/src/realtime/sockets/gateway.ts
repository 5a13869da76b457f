import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits, RoomtoneError, validationError } from '@roomtone/protocol';
import { WebSocketServer } from 'ws';
import type { PacedWork } from '../../application/paced-work.ts';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import { refuseRaw, unknownPath } from '../../http/plugins/raw-replies.ts';
import type { UpgradeRules } from '../../http/plugins/upgrade-rules.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Ticket, Tickets } from '../../ports/tickets.ts';
import type { Connection } from '../connections/connection.ts';
import type { Log } from '../log.ts';
import type { OpenSocket } from './buffered-socket.ts';
import { ClosingSocket } from './closing-socket.ts';

export interface GatewayDeps {
  readonly tickets: Pick<Tickets, 'redeem'>;
  readonly storage: Pick<Storage, 'sessionById'>;
  readonly allowedOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  readonly rules: UpgradeRules;
  readonly counters: Pick<RealtimeCounters, 'ticketFailures'>;
  /** Shared by everything that comes in bursts. */
  readonly paced: Pick<PacedWork, 'turn'>;
  readonly log: Log;
  /** Resolves with whom the connection of this id belongs to, as soon as it can go on over another socket. */
  readonly resumable: (connectionId: string) => Promise<Connection | undefined>;
  /** Takes over a socket that is open; for a client that goes on over it, or for a fresh one. */
  readonly onOpen: (socket: OpenSocket, ticket: Ticket, resuming: Connection | undefined) => void;
}

/** How long a socket may take to answer a close frame before it is cut off: shutdown waits for it. */
const closeTimeoutMs = 3_000;

/** Turns upgrade requests into open sockets, or refuses them before any upgrade (room rules R1). */
export class Gateway {
  readonly #deps: GatewayDeps;
  readonly #server: WebSocketServer;
  readonly #arriving = new Set<Arrival>();
  /** What an upgrade's answer says besides what makes it one. */
  readonly #headers = new WeakMap<IncomingMessage, Readonly<Record<string, string>>>();
  #draining = false;

  constructor(deps: GatewayDeps) {
    this.#deps = deps;
    // closeTimeout is not in ws's types yet.
    const options = {
      noServer: true,
      WebSocket: ClosingSocket,
      perMessageDeflate: false,
      maxPayload: limits.clientFrameBytes,
      closeTimeout: closeTimeoutMs,
    };
    this.#server = new WebSocketServer(options);
    this.#server.on('wsClientError', (error, socket, request) => {
      const { message } = error;
      refuseRaw(socket, validationError([{ field: 'Upgrade', issue: message }]), this.#headers.get(request));
    });
    this.#server.on('headers', (lines, request) => {
      const headers = { 'X-Request-Id': randomUUID(), ...this.#headers.get(request) };
      for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    });
  }

  /** Answers an upgrade request of the HTTP server. Never throws. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Until ws has the socket, nobody else listens for its errors; a socket that broke needs no answer.
    const ignore = () => {};
    socket.on('error', ignore);
    const arrival: Arrival = { sessionId: undefined, ended: false };
    this.#arriving.add(arrival);
    this.#arrive(arrival, request, socket, head, ignore)
      .catch((error: unknown) => {
        if (!(error instanceof RoomtoneError)) this.#deps.log.error({ err: error }, 'an upgrade failed');
        refuseRaw(socket, error, this.#headers.get(request));
      })
      .finally(() => this.#arriving.delete(arrival));
  }

  /** Lets a socket in, a part of the work in each of its turns. @param ignore the listener for the socket's errors. */
  async #arrive(
    arrival: Arrival,
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    ignore: () => void,
  ): Promise<void> {
    const { paced } = this.#deps;
    await paced.turn();
    // A client that gave up while it waited keeps its ticket.
    if (socket.destroyed) return;
    const ticket = await this.#admitCounted(request, arrival);
    const isResumed = ticket.resumes !== undefined && !this.#draining && !socket.destroyed;
    const resuming = isResumed ? await this.#deps.resumable(ticket.resumes) : undefined;
    await paced.turn();
    // From here to the open connection nothing waits, so that nothing can end unseen.
    if (this.#draining) throw new RoomtoneError('SERVER_ERROR', 'The server is stopping.');
    if (arrival.ended) throw invalidTicket();
    if (socket.destroyed) return;
    socket.off('error', ignore);
    // Node's servers give no other stream than a Socket, whatever their types leave open.
    const stream = socket as Socket;
    // The answer to the upgrade and the first frames leave together: writing is most of what a new connection costs.
    stream.cork();
    try {
      this.#server.handleUpgrade(request, socket, head, (webSocket) =>
        this.#deps.onOpen({ webSocket, stream }, ticket, resuming),
      );
    } finally {
      stream.uncork();
    }
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

  /** @throws {RoomtoneError} for whoever may not come in, also because this is one request too many. */
  async #admitCounted(request: IncomingMessage, arrival: Arrival): Promise<Ticket> {
    const admitted = await this.#admit(request, arrival).catch((error: unknown) => ({ error }));
    const isRefused = 'error' in admitted;
    const { refused, headers } = await this.#deps.rules.count(request, isRefused ? undefined : admitted.identity);
    this.#headers.set(request, headers);
    if (refused !== undefined) throw refused;
    if (isRefused) throw admitted.error;
    return admitted;
  }

  /** @throws {RoomtoneError} for whoever may not come in. */
  async #admit(request: IncomingMessage, arrival: Arrival): Promise<Ticket> {
    const { rules } = this.#deps;
    const payload = ticketIn(request, rules.check(request));
    const { origin } = request.headers;
    if (!this.#deps.allowedOrigin(origin, rules.hostOf(request))) {
      throw new RoomtoneError('AUTHORIZATION_ERROR', 'Pages of this origin may not connect.', { reason: 'origin' });
    }
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      throw validationError([{ field: 'Upgrade', issue: 'must be websocket' }]);
    }
    // RFC 6455, 4.2.1.
    if (request.httpVersion === '1.0') throw validationError([{ field: 'Upgrade', issue: 'needs HTTP/1.1' }]);
    const ticket = await this.#deps.tickets.redeem(payload);
    if (ticket === undefined) throw this.#ticketFailure();
    const { identity } = ticket;
    if (identity.kind === 'guest') return ticket;
    // A ticket may outlive its login by up to a minute.
    arrival.sessionId = identity.sessionId;
    if ((await this.#deps.storage.sessionById(identity.sessionId)) === undefined) throw this.#ticketFailure();
    return ticket;
  }

  #ticketFailure(): RoomtoneError {
    this.#deps.counters.ticketFailures++;
    return invalidTicket();
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
function ticketIn(request: IncomingMessage, path: string): string {
  const payload = /^\/api\/websocket\/([^/]+)$/.exec(path)?.[1];
  if (request.method === 'GET' && payload !== undefined) return payload;
  throw unknownPath(path);
}
