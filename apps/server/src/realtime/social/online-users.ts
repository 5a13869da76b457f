import type { PresenceStatusName } from '@roomtone/protocol/rest';
import {
  absent,
  acted,
  connected,
  disconnected,
  type Presence,
  type StatusByHand,
  setByHand,
  statusOf,
} from '../../domain/presence.ts';
import type { PresenceOfUser } from '../../ports/presence.ts';
import type { Connection } from '../connections/connection.ts';

interface Entry {
  readonly connections: Set<Connection>;
  presence: Presence;
  /** What others have been told. */
  told: PresenceOfUser;
}

export interface OnlineUsersEvents {
  /** A friend would see something else of this user now. */
  onChange(userId: string, now: PresenceOfUser, before: PresenceOfUser): void;
}

const nowhere: PresenceOfUser = { status: 'offline', currentRoom: '' };

/** Which connections each user has, and what friends see of them. Times are µs on the service clock. */
export class OnlineUsers {
  readonly #entries = new Map<string, Entry>();
  readonly #events: OnlineUsersEvents;

  constructor(events: OnlineUsersEvents) {
    this.#events = events;
  }

  add(userId: string, connection: Connection, nowUs: number): void {
    const entry = this.#entries.get(userId) ?? { connections: new Set(), presence: absent, told: nowhere };
    this.#entries.set(userId, entry);
    entry.connections.add(connection);
    entry.presence = connected(entry.presence, nowUs / 1000);
    this.refresh(userId, nowUs);
  }

  /** The connection is over, and does not come back. */
  remove(userId: string, connection: Connection, nowUs: number): void {
    const entry = this.#entries.get(userId);
    if (!entry?.connections.delete(connection)) return;
    entry.presence = disconnected(entry.presence);
    this.refresh(userId, nowUs);
    if (entry.connections.size === 0) this.#entries.delete(userId);
  }

  setByHand(userId: string, status: StatusByHand, nowUs: number): void {
    const entry = this.#entries.get(userId);
    if (entry === undefined) return;
    entry.presence = setByHand(entry.presence, status);
    this.refresh(userId, nowUs);
  }

  /** Whoever is connected. */
  userIds(): Iterator<string> {
    return this.#entries.keys();
  }

  /**
   * Tells what has changed of a user, if anything: after a move, or with time. Looks at what the user has done since the last
   * time: nothing is done for it when a note passes.
   */
  refresh(userId: string, nowUs: number): void {
    const entry = this.#entries.get(userId);
    if (entry === undefined) return;
    let lastUs = 0;
    for (const { actedUs } of entry.connections) lastUs = Math.max(lastUs, actedUs);
    entry.presence = acted(entry.presence, lastUs / 1000);
    const status = statusOf(entry.presence, nowUs / 1000);
    const currentRoom = roomOf(entry.connections);
    const before = entry.told;
    if (status === before.status && currentRoom === before.currentRoom) return;
    entry.told = { status, currentRoom };
    this.#events.onChange(userId, entry.told, before);
  }

  /** What others have been told of everybody who is connected. */
  *everybody(): Generator<readonly [userId: string, PresenceOfUser]> {
    for (const [userId, { told }] of this.#entries) yield [userId, told];
  }

  status(userId: string): PresenceStatusName {
    return this.#entries.get(userId)?.told.status ?? 'offline';
  }

  isConnected(userId: string): boolean {
    return this.#entries.has(userId);
  }

  /** A copy: what is done with them may end some. */
  connectionsOf(userId: string): readonly Connection[] {
    return [...(this.#entries.get(userId)?.connections ?? [])];
  }
}

function roomOf(connections: Iterable<Connection>): string {
  for (const { location } of connections) {
    // Knowing a private room's id is the invitation to it.
    if (location.status === 'inside' && location.room.record.roomType !== 'private') return location.room.record.roomId;
  }
  return '';
}
