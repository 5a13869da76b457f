import type { ConnectedPerson } from '../../ports/live-rooms.ts';
import type { RoomHost } from '../rooms/room-host.ts';
import type { Client } from './client.ts';

/** Everybody connected, those included who have no socket for now and may still resume. */
export class Clients implements Iterable<Client> {
  readonly #byConnection = new Map<string, Client>();
  /** By login session; guests have none. */
  readonly #bySession = new Map<string, Set<Client>>();
  /** Those who have to be looked at soon: their notes wait for the quota, or a snapshot for their readers. */
  readonly restless = new Set<Client>();

  add(client: Client): void {
    this.#byConnection.set(client.connection.id, client);
    if (client.identity.kind === 'guest') return;
    const { sessionId } = client.identity;
    const ofSession = this.#bySession.get(sessionId) ?? new Set();
    this.#bySession.set(sessionId, ofSession.add(client));
  }

  remove(client: Client): void {
    this.#byConnection.delete(client.connection.id);
    this.restless.delete(client);
    if (client.identity.kind === 'guest') return;
    const { sessionId } = client.identity;
    const ofSession = this.#bySession.get(sessionId);
    ofSession?.delete(client);
    if (ofSession?.size === 0) this.#bySession.delete(sessionId);
  }

  get size(): number {
    return this.#byConnection.size;
  }

  [Symbol.iterator](): Iterator<Client> {
    return this.#byConnection.values();
  }

  people(): ConnectedPerson[] {
    return Array.from(this, ({ identity, place }) => ({
      userId: identity.kind === 'user' ? identity.userId : '',
      username: identity.username,
      room:
        place.status === 'inside'
          ? { roomId: place.host.record.roomId, roomName: place.host.record.roomName }
          : undefined,
    }));
  }

  /** A copy: what is done with them may end some. */
  ofSession(sessionId: string): readonly Client[] {
    return [...(this.#bySession.get(sessionId) ?? [])];
  }

  /** The client of this connection when it can go on over another socket by now: see Client.makeWay(). */
  async resumable(connectionId: string): Promise<Client | undefined> {
    const client = this.#byConnection.get(connectionId);
    return client !== undefined && (await client.makeWay()) ? client : undefined;
  }

  /** Of the same login session somebody who waits inside this room to resume (room rules R10.8). */
  waitingFor(newcomer: Client, host: RoomHost): Client | undefined {
    if (newcomer.identity.kind === 'guest') return undefined;
    const isOne = (client: Client) =>
      client !== newcomer &&
      !client.connection.isAttached &&
      client.place.status === 'inside' &&
      client.place.host === host;
    return this.ofSession(newcomer.identity.sessionId).find(isOne);
  }
}
