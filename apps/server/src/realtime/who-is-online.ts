import type { PresenceStatusName } from '@roomtone/protocol/rest';
import type { Presence } from '../account-ports.ts';
import type { Client } from './client.ts';

/** Which connections each user has: what friends see of them. */
export class WhoIsOnline implements Presence {
  readonly #clients = new Map<string, Set<Client>>();

  add(userId: string, client: Client): void {
    const clients = this.#clients.get(userId);
    if (clients === undefined) this.#clients.set(userId, new Set([client]));
    else clients.add(client);
  }

  remove(userId: string, client: Client): void {
    const clients = this.#clients.get(userId);
    clients?.delete(client);
    if (clients?.size === 0) this.#clients.delete(userId);
  }

  /** A copy: what is done with them may end some. */
  connectionsOf(userId: string): readonly Client[] {
    return [...(this.#clients.get(userId) ?? [])];
  }

  status(userId: string): PresenceStatusName {
    return this.#clients.has(userId) ? 'online' : 'offline';
  }

  currentRoom(userId: string): string {
    for (const { place } of this.#clients.get(userId) ?? []) {
      // Knowing a private room's id is the invitation to it.
      if (place.status === 'inside' && place.host.record.roomType !== 'private') return place.host.record.roomId;
    }
    return '';
  }
}
