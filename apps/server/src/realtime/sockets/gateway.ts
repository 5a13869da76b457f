import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits, RoomtoneError, validationError } from '@roomtone/protocol';
import { WebSocketServer } from 'ws';
import type { PacedWork } from '../../application/paced-work.ts';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Identity, Ticket, Tickets } from '../../ports/tickets.ts';
import type { UpgradeRules } from '../../ports/upgrade-rules.ts';
import type { Log } from '../log.ts';
import type { OpenSocket } from './buffered-socket.ts';
import { ClosingSocket } from './closing-socket.ts';

/** Answers an upgrade request with an error instead of an upgrade, and closes the socket. */
export type RefuseUpgrade = (socket: Duplex, error: unknown, headers?: Readonly<Record<string, string>>) => void;

/** `Resuming` is whatever continues on another socket: the gateway only passes it on. */
export interface GatewayDeps<Resuming> {
  readonly tickets: Pick<Tickets, 'redeem'>;
  readonly storage: Pick<Storage, 'sessionById' | 'hasInvitation'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly allowedOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  readonly rules: UpgradeRules<IncomingMessage>;
  readonly refuse: RefuseUpgrade;
  readonly counters: Pick<RealtimeCounters, 'ticketFailures'>;
  /** Shared by all work that comes in bursts. */
  readonly paced: Pick<PacedWork, 'turn'>;
  readonly log: Log;
  /** Detaches a connection from its socket; undefined if it cannot continue on another, or not for this newcomer. */
  readonly detach: (connectionId: string, newcomer: Identity) => Promise<Resuming | undefined>;
  /** The RATE_LIMIT_EXCEEDED for one connection too many. @param address the client's. */
  readonly refusal: (identity: Identity, address: string) => RoomtoneError | undefined;
  /** Takes over an open socket, for a connection that resumes or for a new one. */
  readonly onOpen: (socket: OpenSocket, ticket: Ticket, resuming: Resuming | undefined) => void;
}

/** A socket that has not answered a close frame after this time is cut off: shutdown waits for it. */
const closeTimeoutMs = 3_000;

/** Turns upgrade requests into open sockets, or refuses them before the upgrade (room rules R1). */
export class Gateway<Resuming> {
  readonly #deps: GatewayDeps<Resuming>;
  readonly #server: WebSocketServer;
  readonly #arriving = new Set<Arrival>();
  /** Additional headers for the answer to an upgrade request. */
  readonly #headers = new WeakMap<IncomingMessage, Readonly<Record<string, string>>>();
  #draining = false;

  constructor(deps: GatewayDeps<Resuming>) {
    this.#deps = deps;
    // closeTimeout is missing from the types of ws.
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
      this.#deps.refuse(socket, validationError([{ field: 'Upgrade', issue: message }]), this.#headers.get(request));
    });
    this.#server.on('headers', (lines, request) => {
      const headers = { 'X-Request-Id': randomUUID(), ...this.#headers.get(request) };
      for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    });
  }

  /** Answers an upgrade request of the HTTP server. Never throws. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Until ws has the socket, nothing else listens for its errors. A broken socket needs no answer.
    const ignore = () => {};
    socket.on('error', ignore);
    const arrival: Arrival = { sessionId: undefined, invitationId: undefined, ended: false };
    this.#arriving.add(arrival);
    this.#arrive(arrival, request, socket, head, ignore)
      .catch((error: unknown) => {
        if (!(error instanceof RoomtoneError)) this.#deps.log.error({ err: error }, 'an upgrade failed');
        this.#deps.refuse(socket, error, this.#headers.get(request));
      })
      .finally(() => this.#arriving.delete(arrival));
  }

  /** Admits a socket, in several pieces of paced work. @param ignore the listener for the socket's errors. */
  async #arrive(
    arrival: Arrival,
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    ignore: () => void,
  ): Promise<void> {
    const { paced } = this.#deps;
    await paced.turn();
    // A client that has given up while waiting keeps its ticket.
    if (socket.destroyed) return;
    const ticket = await this.#admitCounted(request, arrival);
    const isResumed = ticket.resumes !== undefined && !this.#draining && !socket.destroyed;
    const resuming = isResumed ? await this.#deps.detach(ticket.resumes, ticket.identity) : undefined;
    await paced.turn();
    // Nothing is awaited from here until the connection is open, so that no end of a session can be missed.
    if (this.#draining) throw new RoomtoneError('SERVER_ERROR', 'The server is stopping.');
    if (arrival.ended) throw invalidTicket();
    if (socket.destroyed) return;
    // The host may have shut this address out meanwhile.
    this.#deps.rules.check(request);
    const address = this.#deps.rules.addressOf(request);
    const tooMany = resuming === undefined ? this.#deps.refusal(ticket.identity, address) : undefined;
    if (tooMany !== undefined) throw tooMany;
    socket.off('error', ignore);
    // Node's servers always pass a Socket, although the type allows other streams.
    const stream = socket as Socket;
    // Writes the answer and the first frames together: writing is most of the cost of a new connection.
    stream.cork();
    try {
      const reached = this.#reached(request, stream);
      const addressBlock = this.#deps.rules.addressBlockOf(request);
      this.#server.handleUpgrade(request, socket, head, (webSocket) =>
        this.#deps.onOpen({ webSocket, stream, reached, address, addressBlock }, ticket, resuming),
      );
    } finally {
      stream.uncork();
    }
  }

  #reached(request: IncomingMessage, { localAddress }: Socket): readonly string[] {
    const asked =
      this.#deps.rules
        .hostOf(request)
        ?.replace(/:\d+$/, '')
        .replace(/^\[(.*)\]$/, '$1') ?? '';
    const own = localAddress?.replace(/^::ffff:/, '');
    return [...new Set([own ?? '', asked])].filter((address) => isIP(address) !== 0);
  }

  /** Refuses the upgrades under way that belong to an auth session that has ended. */
  endSession(sessionId: string): void {
    for (const arrival of this.#arriving) if (arrival.sessionId === sessionId) arrival.ended = true;
  }

  /** Refuses the upgrades under way of the guests whom an invitation admitted that is revoked. */
  endInvitation(invitationId: string): void {
    for (const arrival of this.#arriving) if (arrival.invitationId === invitationId) arrival.ended = true;
  }

  /** Refuses all upgrades from now on. */
  drain(): void {
    this.#draining = true;
  }

  /** Resolves when every socket is closed: by the client, or cut off after the close timeout. */
  async closed(): Promise<void> {
    const closing = Array.from(
      this.#server.clients,
      (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
    );
    await Promise.all(closing);
  }

  /** @throws {RoomtoneError} for a request that is refused, also if it exceeds the rate limit. */
  async #admitCounted(request: IncomingMessage, arrival: Arrival): Promise<Ticket> {
    const admitted = await this.#admit(request, arrival).catch((error: unknown) => ({ error }));
    const isRefused = 'error' in admitted;
    const { refused, headers } = await this.#deps.rules.count(request, isRefused ? undefined : admitted.identity);
    this.#headers.set(request, headers);
    if (refused !== undefined) throw refused;
    if (isRefused) throw admitted.error;
    return admitted;
  }

  /** @throws {RoomtoneError} for a request that is refused. */
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
    if (identity.kind === 'guest') {
      await this.#checkInvited(identity.invitationId, arrival);
      return ticket;
    }
    // A ticket may outlive its auth session by up to a minute.
    arrival.sessionId = identity.sessionId;
    const session = await this.#deps.storage.sessionById(identity.sessionId);
    // A stolen key makes tickets that name another user beside a session of the thief's own.
    if (session?.userId !== identity.userId) throw this.#ticketFailure();
    return ticket;
  }

  /** A ticket may outlive the invitation that admitted its guest, too. */
  async #checkInvited(invitationId: string | undefined, arrival: Arrival): Promise<void> {
    if (invitationId === undefined) return;
    arrival.invitationId = invitationId;
    const { storage, clock } = this.#deps;
    if (!(await storage.hasInvitation(invitationId, clock.nowMs()))) throw this.#ticketFailure();
  }

  #ticketFailure(): RoomtoneError {
    this.#deps.counters.ticketFailures++;
    return invalidTicket();
  }
}

/** An upgrade under way. */
interface Arrival {
  /** The auth session that it belongs to, once known. */
  sessionId: string | undefined;
  /** The invitation that admits its guest, once known. */
  invitationId: string | undefined;
  /** True if that session or invitation has ended since. */
  ended: boolean;
}

function invalidTicket(): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', 'This ticket is invalid, expired or used.');
}

/** @throws {RoomtoneError} RESOURCE_NOT_FOUND for a path without a ticket. */
function ticketIn(request: IncomingMessage, path: string): string {
  const payload = /^\/api\/websocket\/([^/]+)$/.exec(path)?.[1];
  if (request.method === 'GET' && payload !== undefined) return payload;
  throw new RoomtoneError('RESOURCE_NOT_FOUND', 'There is nothing at this address.', { path });
}
