import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';
import { serviceLimits } from '@roomtone/protocol';
import { addressBlock } from '../../application/address-block.ts';
import type { OutsideAddresses } from '../../application/hosting/outside-addresses.ts';
import type { PacedWork } from '../../application/paced-work.ts';
import { serverLimits } from '../../domain/server-limits.ts';
import { HeldUpConnections } from './held-up-connections.ts';
import type { RefusedAddresses } from './refused-addresses.ts';
import type { RequestTurns } from './request-turns.ts';

export interface HttpConnectionsOptions {
  readonly isProxy: (address: string) => boolean;
  readonly turns: RequestTurns;
  readonly refusedAddresses: Pick<RefusedAddresses, 'isAny' | 'isHeldUp' | 'forgetOld'>;
  readonly paced: Pick<PacedWork, 'turn'>;
  readonly times: { readonly stalledMs: number; readonly stalledProxyMs: number; readonly checkMs: number };
  /** Addresses with fewer connections, or none. All get the same unless given. */
  readonly outside?: Pick<OutsideAddresses, 'isUnknown' | 'admits'>;
  /** The limit on bytes held for all connections together; `serviceLimits.http` unless given. */
  readonly heldBytes?: number;
}

interface Connection {
  /** The TCP socket, even if TLS runs over it. */
  readonly socket: Socket;
  /** The address block it counts for; undefined for a trusted proxy, which stands for many clients. */
  readonly block: string | undefined;
  /** The socket that HTTP runs over; undefined before the TLS handshake is done. */
  speaker: Socket | undefined;
  /** Bytes moved in both directions at the last sweep. */
  movedBytes: number;
  /** Time for which it has kept the server waiting, counted in sweeps, so without time in which this process was blocked. */
  silentMs: number;
  /** Time for which the current request has been arriving, counted in sweeps, and the bytes read when that began. */
  receivingMs: number;
  receivedFromBytes: number;
}

/**
 * Keeps HTTP connections within limits: how many one client address has open, how long one may keep the server waiting, and
 * how many bytes are held for all of them. One periodic task checks them all. A connection that becomes a WebSocket is not
 * checked any more.
 */
export function boundConnections(server: Server, options: HttpConnectionsOptions): void {
  const connections = new HttpConnections(options);
  connectionsOf.set(server, connections);
  const begin = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  const isSecure = server instanceof TlsServer;
  server.on('connection', (socket: Socket) => {
    if (!connections.admit(socket)) return;
    connections.inTurn(socket, () => {
      if (!isSecure) connections.speaks(socket);
      for (const listener of begin) listener.call(server, socket);
    });
  });
  server.on('secureConnection', (socket: Socket) => connections.speaks(socket));
  server.prependListener('upgrade', (_request, socket) => connections.upgrade(socket));
  let sweeping: NodeJS.Timeout | undefined;
  server.on('listening', () => {
    clearInterval(sweeping);
    sweeping = setInterval(() => void connections.sweep(), options.times.checkMs).unref();
  });
  server.on('close', () => clearInterval(sweeping));
}

const connectionsOf = new WeakMap<Server, HttpConnections>();

/** Closes the connections of a bounded server on which nothing was asked yet, such as those that browsers open in advance. */
export function closeUnusedConnections(server: Server): void {
  connectionsOf.get(server)?.closeUnused();
}

/** Closes the connections of a bounded server that come from these addresses, except the one that a request came on. */
export function closeConnectionsFrom(
  server: Server,
  isFrom: (address: string) => boolean,
  except: Socket | undefined,
): void {
  connectionsOf.get(server)?.closeFrom(isFrom, except);
}

export class HttpConnections {
  readonly #options: HttpConnectionsOptions;
  /** By the addresses of both ends, which a TLS socket shares with the TCP socket below it. */
  readonly #open = new Map<string, Connection>();
  readonly #perBlock = new Map<string, number>();
  readonly #heldUp = new HeldUpConnections();
  #isSweeping = false;

  constructor(options: HttpConnectionsOptions) {
    this.#options = options;
  }

  /** Registers a new connection; false if its address has too many and this one was closed. */
  admit(socket: Socket): boolean {
    const { remoteAddress } = socket;
    // The client has already disconnected.
    if (remoteAddress === undefined) return refuse(socket);
    if (this.#options.outside?.admits(remoteAddress) === false) return refuse(socket);
    const block = this.#options.isProxy(remoteAddress) ? undefined : addressBlock(remoteAddress);
    if (block !== undefined) {
      const others = this.#perBlock.get(block) ?? 0;
      if (others >= this.#most(remoteAddress)) return refuse(socket);
      this.#perBlock.set(block, others + 1);
    }
    const key = keyOf(socket);
    const connection: Connection = {
      socket,
      block,
      speaker: undefined,
      movedBytes: 0,
      silentMs: 0,
      receivingMs: 0,
      receivedFromBytes: 0,
    };
    this.#open.set(key, connection);
    socket.once('close', () => this.#forget(key, connection));
    return true;
  }

  #most(address: string): number {
    return this.#options.outside?.isUnknown(address) === true
      ? serverLimits.unknownAddresses.httpConnections
      : serviceLimits.http.connectionsPerAddress;
  }

  /** Begins with an admitted connection: immediately, unless its address is held up (S10.17). */
  inTurn(socket: Socket, begin: () => void): void {
    const { refusedAddresses } = this.#options;
    const block = refusedAddresses.isAny ? this.#open.get(keyOf(socket))?.block : undefined;
    if (block !== undefined && refusedAddresses.isHeldUp(block)) this.#heldUp.add(block, socket, begin);
    else begin();
  }

  /** HTTP runs over this socket from now on. */
  speaks(socket: Socket): void {
    const connection = this.#open.get(keyOf(socket));
    if (connection !== undefined) connection.speaker = socket;
  }

  /** Stops checking a connection that asks to become a WebSocket. */
  upgrade(socket: Duplex): void {
    // Node's servers always give a Socket here, although their types say Duplex.
    const key = keyOf(socket as Socket);
    const connection = this.#open.get(key);
    if (connection !== undefined) this.#forget(key, connection);
    // No real client asks for a WebSocket before it has its answers: they would end up between the frames.
    if (this.#options.turns.isUnderWay(socket)) socket.destroy();
  }

  /** Closes connections that have never sent anything, which Node does not count as idle, or whose TLS handshake is under way. */
  closeUnused(): void {
    for (const { socket, speaker } of this.#open.values()) {
      if (speaker === undefined || speaker.bytesRead === 0) socket.destroy();
    }
  }

  /** Closes what comes from these addresses, except the connection that this socket belongs to. */
  closeFrom(isFrom: (address: string) => boolean, except: Socket | undefined): void {
    const kept = except === undefined ? undefined : keyOf(except);
    for (const [key, { socket }] of this.#open) {
      if (key !== kept && isFrom(socket.remoteAddress ?? '')) socket.destroy();
    }
  }

  /** Closes connections that keep the server waiting, and the most stalled ones if too many bytes are held. */
  async sweep(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    this.#options.refusedAddresses.forgetOld();
    const { checkMs } = this.#options.times;
    let heldBytes = 0;
    for (const connection of this.#open.values()) {
      await this.#options.paced.turn();
      const moved = movedBytes(connection.socket);
      // A connection that is idle or waits for our answer does not keep the server waiting.
      if (moved !== connection.movedBytes || !this.#isOwed(connection)) {
        connection.movedBytes = moved;
        connection.silentMs = 0;
      } else {
        connection.silentMs += checkMs;
        if (connection.silentMs >= this.#patienceMs(connection)) connection.socket.destroy();
      }
      if (this.#dribbles(connection)) connection.socket.destroy();
      if (!connection.socket.destroyed) heldBytes += this.#heldBytes(connection);
    }
    this.#shed(heldBytes - (this.#options.heldBytes ?? serviceLimits.http.heldBytes));
    this.#isSweeping = false;
  }

  /** True if a request has had its time and arrives below the minimum rate: a few bytes now and then are not enough. */
  #dribbles(connection: Connection): boolean {
    const { socket, speaker } = connection;
    if (speaker === undefined || !this.#options.turns.isReceiving(speaker)) {
      connection.receivingMs = 0;
      connection.receivedFromBytes = socket.bytesRead;
      return false;
    }
    connection.receivingMs += this.#options.times.checkMs;
    if (connection.receivingMs < this.#patienceMs(connection)) return false;
    const leastBytes = (serviceLimits.http.requestBytesPerSecond * connection.receivingMs) / 1000;
    return socket.bytesRead - connection.receivedFromBytes < leastBytes;
  }

  /**
   * True if the client has to act: finish the handshake, send a first request or the rest of one, or read what waits for it.
   * Node, too, would close a connection without a first request, but all that are due at once in one turn.
   */
  #isOwed({ speaker }: Connection): boolean {
    if (speaker === undefined || speaker.bytesRead === 0 || speaker.writableLength > 0) return true;
    return this.#options.turns.isReceiving(speaker);
  }

  /**
   * The system reports a write's progress only when a third of its buffer is free again. With a proxy on the same machine whose
   * client reads slowly, that may take minutes; the proxy has time limits of its own.
   */
  #patienceMs({ block }: Connection): number {
    return block === undefined ? this.#options.times.stalledProxyMs : this.#options.times.stalledMs;
  }

  #heldBytes({ speaker }: Connection): number {
    return speaker === undefined ? 0 : speaker.writableLength + this.#options.turns.bodyBytes(speaker);
  }

  #shed(excessBytes: number): void {
    if (excessBytes <= 0) return;
    let left = excessBytes;
    const stalledFirst = [...this.#open.values()].sort((one, other) => other.silentMs - one.silentMs);
    for (const connection of stalledFirst) {
      const held = this.#heldBytes(connection);
      if (left <= 0) return;
      if (held === 0 || connection.socket.destroyed) continue;
      connection.socket.destroy();
      left -= held;
    }
  }

  #forget(key: string, connection: Connection): void {
    if (this.#open.get(key) !== connection) return;
    this.#open.delete(key);
    const { block } = connection;
    if (block === undefined) return;
    const others = (this.#perBlock.get(block) ?? 1) - 1;
    if (others > 0) this.#perBlock.set(block, others);
    else this.#perBlock.delete(block);
  }
}

function refuse(socket: Socket): false {
  socket.destroy();
  return false;
}

function keyOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}

/** Bytes that the system has taken and delivered. Only the handle knows how much of a write is still queued. */
function movedBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null };
  return socket.bytesRead + (handle ? handle.bytesWritten - handle.writeQueueSize : 0);
}
