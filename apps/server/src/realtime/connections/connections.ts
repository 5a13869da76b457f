import type { ConnectedPerson } from '../../ports/live-rooms.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { Connection } from './connection.ts';

/** Everybody connected, those included who have no socket for now and may still resume. */
export class Connections implements Iterable<Connection> {
  readonly #byId = new Map<string, Connection>();
  /** By login session; guests have none. */
  readonly #bySession = new Map<string, Set<Connection>>();
  /** Those who have to be looked at soon: their notes wait for the quota, or a snapshot for their readers. */
  readonly pending = new Set<Connection>();

  add(connection: Connection): void {
    this.#byId.set(connection.id, connection);
    if (connection.identity.kind === 'guest') return;
    const { sessionId } = connection.identity;
    const ofSession = this.#bySession.get(sessionId) ?? new Set();
    this.#bySession.set(sessionId, ofSession.add(connection));
  }

  remove(connection: Connection): void {
    this.#byId.delete(connection.id);
    this.pending.delete(connection);
    if (connection.identity.kind === 'guest') return;
    const { sessionId } = connection.identity;
    const ofSession = this.#bySession.get(sessionId);
    ofSession?.delete(connection);
    if (ofSession?.size === 0) this.#bySession.delete(sessionId);
  }

  get size(): number {
    return this.#byId.size;
  }

  [Symbol.iterator](): Iterator<Connection> {
    return this.#byId.values();
  }

  people(): ConnectedPerson[] {
    return Array.from(this, ({ identity, location }) => ({
      userId: identity.kind === 'user' ? identity.userId : '',
      username: identity.username,
      room:
        location.status === 'inside'
          ? { roomId: location.room.record.roomId, roomName: location.room.record.roomName }
          : undefined,
    }));
  }

  /** A copy: what is done with them may end some. */
  ofSession(sessionId: string): readonly Connection[] {
    return [...(this.#bySession.get(sessionId) ?? [])];
  }

  /** The client of this connection when it can go on over another socket by now: see Client.makeWay(). */
  async detach(connectionId: string): Promise<Connection | undefined> {
    const connection = this.#byId.get(connectionId);
    return connection !== undefined && (await connection.detachForResume()) ? connection : undefined;
  }

  /** Of the same login session somebody who waits inside this room to resume (room rules R10.8). */
  detachedIn(newcomer: Connection, room: LiveRoom): Connection | undefined {
    if (newcomer.identity.kind === 'guest') return undefined;
    const isOne = (connection: Connection) =>
      connection !== newcomer &&
      !connection.socket.isAttached &&
      connection.location.status === 'inside' &&
      connection.location.room === room;
    return this.ofSession(newcomer.identity.sessionId).find(isOne);
  }
}
