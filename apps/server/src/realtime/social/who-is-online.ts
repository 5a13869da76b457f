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
import type { PresenceOfUser } from '../../ports/presence.ts';
import type { Client } from '../connections/client.ts';

interface Entry {
  readonly clients: Set<Client>;
  presence: Presence;
  /** What others have been told. */
  told: PresenceOfUser;
}

export interface WhoIsOnlineEvents {
  /** A friend would see something else of this user now. */
  onChange(userId: string, now: PresenceOfUser, before: PresenceOfUser): void;
}

const nowhere: PresenceOfUser = { status: 'offline', currentRoom: '' };

/** Which connections each user has, and what friends see of them. Times are µs on the service clock. */
export class WhoIsOnline {
  readonly #entries = new Map<string, Entry>();
  readonly #events: WhoIsOnlineEvents;

  constructor(events: WhoIsOnlineEvents) {
    this.#events = events;
  }

  add(userId: string, client: Client, nowUs: number): void {
    const entry = this.#entries.get(userId) ?? { clients: new Set(), presence: absent, told: nowhere };
    this.#entries.set(userId, entry);
    entry.clients.add(client);
    entry.presence = connected(entry.presence, nowUs / 1000);
    this.refresh(userId, nowUs);
  }

  /** The connection is over, and does not come back. */
  remove(userId: string, client: Client, nowUs: number): void {
    const entry = this.#entries.get(userId);
    if (!entry?.clients.delete(client)) return;
    entry.presence = disconnected(entry.presence);
    this.refresh(userId, nowUs);
    if (entry.clients.size === 0) this.#entries.delete(userId);
  }

  withManualStatus(userId: string, status: ManualStatus, nowUs: number): void {
    const entry = this.#entries.get(userId);
    if (entry === undefined) return;
    entry.presence = withManualStatus(entry.presence, status);
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
    for (const { actedUs } of entry.clients) lastUs = Math.max(lastUs, actedUs);
    entry.presence = acted(entry.presence, lastUs / 1000);
    const status = statusOf(entry.presence, nowUs / 1000);
    const currentRoom = roomOf(entry.clients);
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
  connectionsOf(userId: string): readonly Client[] {
    return [...(this.#entries.get(userId)?.clients ?? [])];
  }
}

function roomOf(clients: Iterable<Client>): string {
  for (const { place } of clients) {
    // Knowing a private room's id is the invitation to it.
    if (place.status === 'inside' && place.host.record.roomType !== 'private') return place.host.record.roomId;
  }
  return '';
}
