import { closeCodes, type Notification, namesOf, RoomtoneError } from '@roomtone/protocol';
import { personOf } from '../../domain/bot-scopes.ts';
import { serverLimits } from '../../domain/server-limits.ts';
import type { ConnectedPerson } from '../../ports/live-rooms.ts';
import type { ChangedAccount } from '../../ports/live-users.ts';
import type { Identity } from '../../ports/tickets.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { Connection } from './connection.ts';

const ofUnknownAddress = {
  ofAddress: serverLimits.unknownAddresses.connections,
  guestsOfAddress: serverLimits.unknownAddresses.guests,
} as const;

const none: ReadonlySet<Connection> = new Set();

/** All connections, including those that have lost their socket and may still be resumed. */
export class Connections implements Iterable<Connection> {
  readonly #byId = new Map<string, Connection>();
  /** By auth session; guests have none. */
  readonly #bySession = new Map<string, Set<Connection>>();
  readonly #byUser = new Map<string, Set<Connection>>();
  /** By the user, bots by their owner. */
  readonly #byPerson = new Map<string, Set<Connection>>();
  /** By the address block that asked for the ticket, guests also apart. */
  readonly #byAddress = new Map<string, Set<Connection>>();
  readonly #factor: number;
  /** How many connections other processes of the service have of a user or an address. */
  countElsewhere: ((key: string) => number) | undefined;
  /** The number of connections of a user or an address has changed. */
  onCount: ((key: string) => void) | undefined;
  /** Connections to sweep soon: the quota holds back notes from them, or they are due a snapshot for missed notes. */
  readonly pending = new Set<Connection>();

  /** @param factor how many times the limits on connections apply. */
  constructor(factor = 1) {
    this.#factor = factor;
  }

  /**
   * Finds out if there may be one more connection (R1.7).
   * @param isUnknown true for an address that gets less than others (S27.3).
   * @returns the RATE_LIMIT_EXCEEDED for one too many.
   */
  refusal(identity: Identity, nowMs: number, isUnknown = false): RoomtoneError | undefined {
    const { ofUser } = serverLimits.connections;
    const { ofAddress, guestsOfAddress } = isUnknown ? ofUnknownAddress : serverLimits.connections;
    const counts = [
      { key: addressKey(identity.address), limit: ofAddress },
      identity.kind === 'user'
        ? { key: personKey(personOf(identity)), limit: ofUser }
        : { key: addressKey(guestsAt(identity)), limit: guestsOfAddress },
    ];
    const countOf = (key: string) => this.count(key) + (this.countElsewhere?.(key) ?? 0);
    const full = counts.find(({ key, limit }) => countOf(key) >= limit * this.#factor);
    if (full === undefined) return undefined;
    const details = { limit: full.limit * this.#factor, reset: Math.ceil(nowMs / 1000) + 1 };
    return new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many connections. Close one first.', details);
  }

  /** The connections of a user with their bots, or of an address, that this process has. @param key as onCount() gets it. */
  count(key: string): number {
    const [kind, name] = [key[0], key.slice(1)];
    return (kind === 'u' ? this.#byPerson : this.#byAddress).get(name)?.size ?? 0;
  }

  /** True for an address block that somebody is connected from. */
  isFrom(block: string): boolean {
    return this.#byAddress.has(block);
  }

  /** All users and addresses with a connection. */
  *countKeys(): Generator<string> {
    for (const personId of this.#byPerson.keys()) yield personKey(personId);
    for (const address of this.#byAddress.keys()) yield addressKey(address);
  }

  add(connection: Connection): void {
    const { id, identity } = connection;
    this.#byId.set(id, connection);
    addTo(this.#byAddress, identity.address, connection);
    if (identity.kind === 'guest') addTo(this.#byAddress, guestsAt(identity), connection);
    else {
      addTo(this.#bySession, identity.sessionId, connection);
      addTo(this.#byUser, identity.userId, connection);
      addTo(this.#byPerson, personOf(identity), connection);
    }
    this.#counted(identity);
  }

  remove(connection: Connection): void {
    const { id, identity } = connection;
    // It may have been given away, and have come back.
    if (this.#byId.get(id) === connection) this.#byId.delete(id);
    this.pending.delete(connection);
    removeFrom(this.#byAddress, identity.address, connection);
    if (identity.kind === 'guest') removeFrom(this.#byAddress, guestsAt(identity), connection);
    else {
      removeFrom(this.#bySession, identity.sessionId, connection);
      removeFrom(this.#byUser, identity.userId, connection);
      removeFrom(this.#byPerson, personOf(identity), connection);
    }
    this.#counted(identity);
  }

  get size(): number {
    return this.#byId.size;
  }

  [Symbol.iterator](): Iterator<Connection> {
    return this.#byId.values();
  }

  /** A user's connections. The set loses those that end, also while it is iterated. */
  ofUser(userId: string): ReadonlySet<Connection> {
    return this.#byUser.get(userId) ?? none;
  }

  /** A copy, so that connections may leave the room while it is iterated. */
  inRoom(room: LiveRoom): readonly Connection[] {
    return [...this].filter(({ location }) => location.status === 'inside' && location.room === room);
  }

  people(): ConnectedPerson[] {
    return Array.from(this, ({ id, identity, location, address, connectedUs }) => ({
      connectionId: id,
      address,
      sinceMs: Math.floor(connectedUs / 1_000),
      userId: identity.kind === 'user' ? identity.userId : '',
      ...namesOf(identity),
      room:
        location.status === 'inside'
          ? { roomId: location.room.record.roomId, roomName: location.room.record.roomName }
          : undefined,
    }));
  }

  /** Sends a notification on each of a user's connections. Later connections do not get it. */
  notify(userId: string, notification: Notification): void {
    for (const connection of this.ofUser(userId)) connection.send({ kind: 'notification', body: notification }, 0);
  }

  /** Shows what has changed of a user in the rooms that they are in. */
  updateAccount(account: ChangedAccount): void {
    for (const { location } of this.ofUser(account.userId)) {
      if (location.status === 'inside') location.room.setAccount(location.participant, account);
    }
  }

  /** Closes the connections of an auth session that has ended (4401). */
  endSession(sessionId: string): void {
    for (const connection of this.#bySession.get(sessionId) ?? none) connection.close(closeCodes.sessionEnded);
  }

  /** Ends the connections from these addresses (1001), also those that wait for another socket; returns how many. */
  closeFrom(isFrom: (address: string) => boolean): number {
    const closing = [...this].filter(({ address }) => isFrom(address));
    for (const connection of closing) connection.close(closeCodes.shutdown);
    return closing.length;
  }

  /** Closes the connections of guests whom an invitation has admitted (4403). */
  endInvitation(invitationId: string): void {
    for (const connection of this) {
      const { identity } = connection;
      if (identity.kind === 'guest' && identity.invitationId === invitationId)
        connection.close(closeCodes.forcedSignOut);
    }
  }

  /** Closes all connections of a user whom an admin has signed out (4403). */
  forceSignOut(userId: string): void {
    for (const connection of this.ofUser(userId)) connection.close(closeCodes.forcedSignOut);
  }

  /**
   * Detaches a connection from its socket, so that it can resume on another; undefined if it cannot (see Connection), or is
   * not the newcomer's: a ticket that was forged with a stolen key may name anybody's.
   */
  async detach(connectionId: string, newcomer: Identity): Promise<Connection | undefined> {
    const connection = this.#byId.get(connectionId);
    if (connection === undefined || sessionOf(connection.identity) !== sessionOf(newcomer)) return undefined;
    return (await connection.detachForResume()) ? connection : undefined;
  }

  /** Detaches a connection from its socket, so that it can go on in another process; false if it cannot. */
  async detachForOthers(connectionId: string): Promise<boolean> {
    const connection = this.#byId.get(connectionId);
    if (connection === undefined || !(await connection.detachForResume())) return false;
    connection.socket.giveAway();
    return true;
  }

  /** A connection of the newcomer's auth session that is in this room and has no socket (room rules R10.8). */
  detachedIn(newcomer: Connection, room: LiveRoom): Connection | undefined {
    if (newcomer.identity.kind === 'guest') return undefined;
    for (const connection of this.#bySession.get(newcomer.identity.sessionId) ?? none) {
      if (connection === newcomer || connection.socket.isAttached) continue;
      if (connection.location.status === 'inside' && connection.location.room === room) return connection;
    }
    return undefined;
  }

  /** True if the connection's auth session has joined the same room again since the connection was last heard (R10.8). */
  isReplaced(connection: Connection): boolean {
    const { identity, location, socket } = connection;
    if (identity.kind === 'guest' || location.status === 'outside') return false;
    for (const other of this.#bySession.get(identity.sessionId) ?? none) {
      if (other === connection || other.location.status === 'outside') continue;
      if (other.location.room === location.room && other.joinedUs > socket.heardUs) return true;
    }
    return false;
  }

  #counted(identity: Identity): void {
    if (this.onCount === undefined) return;
    this.onCount(addressKey(identity.address));
    this.onCount(identity.kind === 'user' ? personKey(personOf(identity)) : addressKey(guestsAt(identity)));
  }
}

function personKey(personId: string): string {
  return `u${personId}`;
}

function addressKey(address: string): string {
  return `a${address}`;
}

function guestsAt({ address }: Identity): string {
  return `guests ${address}`;
}

/** Undefined for a guest. */
function sessionOf(identity: Identity): string | undefined {
  return identity.kind === 'user' ? identity.sessionId : undefined;
}

function addTo(index: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const found = index.get(key) ?? new Set();
  index.set(key, found.add(connection));
}

function removeFrom(index: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const found = index.get(key);
  found?.delete(connection);
  if (found?.size === 0) index.delete(key);
}
