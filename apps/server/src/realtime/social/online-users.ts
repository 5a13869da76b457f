import type { PresenceStatusName } from '@roomtone/protocol/rest';
import {
  absent,
  acted,
  connected,
  disconnected,
  type ManualStatus,
  type Presence,
  statusOf,
  withManualStatus,
} from '../../domain/presence.ts';
import type { OwnPresence, PresenceOfUser } from '../../ports/presence.ts';
import type { Connection } from '../connections/connection.ts';
import type { Connections } from '../connections/connections.ts';

interface Entry {
  presence: Presence;
  /** The presence that was last announced. */
  announced: OwnPresence;
}

export interface OnlineUsersDeps {
  readonly connections: Pick<Connections, 'ofUser'>;
  /** A user's presence looks different to friends from now on. */
  readonly onChange: (userId: string, now: OwnPresence, before: PresenceOfUser) => void;
}

const nowhere: OwnPresence = { status: 'offline', currentRoom: '', isByHand: false };

/** The presence of all connected users (room rules R14). Times are µs on the service clock. */
export class OnlineUsers {
  readonly #entries = new Map<string, Entry>();
  readonly #deps: OnlineUsersDeps;

  constructor(deps: OnlineUsersDeps) {
    this.#deps = deps;
  }

  /** The user has one more connection. */
  add(userId: string, nowUs: number): void {
    const entry = this.#entries.get(userId) ?? { presence: absent, announced: nowhere };
    this.#entries.set(userId, entry);
    entry.presence = connected(entry.presence, nowUs / 1000);
    this.refresh(userId, nowUs);
  }

  /** One of the user's connections is over for good. */
  remove(userId: string, nowUs: number): void {
    const entry = this.#entries.get(userId);
    if (entry === undefined) return;
    entry.presence = disconnected(entry.presence);
    this.refresh(userId, nowUs);
    if (this.#deps.connections.ofUser(userId).size === 0) this.#entries.delete(userId);
  }

  setManualStatus(userId: string, status: ManualStatus, nowUs: number): void {
    const entry = this.#entries.get(userId);
    if (entry === undefined) return;
    entry.presence = withManualStatus(entry.presence, status);
    this.refresh(userId, nowUs);
  }

  userIds(): Iterator<string> {
    return this.#entries.keys();
  }

  /**
   * Announces a user's presence if it has changed by something that happened, or with time. Reads what the user last
   * did from their connections, so that passing on a note needs no work for presence.
   */
  refresh(userId: string, nowUs: number): void {
    const entry = this.#entries.get(userId);
    if (entry === undefined) return;
    const connections = this.#deps.connections.ofUser(userId);
    let lastUs = 0;
    for (const { actedUs } of connections) lastUs = Math.max(lastUs, actedUs);
    entry.presence = acted(entry.presence, lastUs / 1000);
    const status = statusOf(entry.presence, nowUs / 1000);
    const currentRoom = roomOf(connections);
    const isByHand = entry.presence.byHand !== undefined;
    const before = entry.announced;
    const isSame = status === before.status && currentRoom === before.currentRoom && isByHand === before.isByHand;
    if (isSame) return;
    entry.announced = { status, currentRoom, isByHand };
    this.#deps.onChange(userId, entry.announced, before);
  }

  /** The announced presence of everybody who is connected. */
  *everybody(): Generator<readonly [userId: string, OwnPresence]> {
    for (const [userId, { announced }] of this.#entries) yield [userId, announced];
  }

  status(userId: string): PresenceStatusName {
    return this.#entries.get(userId)?.announced.status ?? 'offline';
  }

  isConnected(userId: string): boolean {
    return this.#entries.has(userId);
  }
}

function roomOf(connections: Iterable<Connection>): string {
  for (const { location } of connections) {
    // The id of a private room is the invitation to it.
    if (location.status === 'inside' && location.room.record.roomType !== 'private') return location.room.record.roomId;
  }
  return '';
}
