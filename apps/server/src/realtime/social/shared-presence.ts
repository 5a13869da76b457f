import { PresenceStatusName } from '@roomtone/protocol/rest';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { PresenceOfUser, Presence as PresencePort } from '../../ports/presence.ts';

/** Renewed well before it ends: what a process that dies has said of its users is forgotten soon. */
const keptMs = 60_000;
export const presenceRenewalMs = 20_000;

const nowhere: PresenceOfUser = { status: 'offline', currentRoom: '' };

/** What is known of users' presence wherever they are connected. */
export class SharedPresence implements PresencePort {
  readonly #ephemeral: Ephemeral;

  constructor(ephemeral: Ephemeral) {
    this.#ephemeral = ephemeral;
  }

  async of(userId: string): Promise<PresenceOfUser> {
    const found = await this.#ephemeral.get(keyOf(userId));
    if (found === undefined) return nowhere;
    const [status, currentRoom = ''] = found.split(' ');
    const known = PresenceStatusName.enum.find((name) => name === status);
    return known === undefined ? nowhere : { status: known, currentRoom };
  }

  async publish(userId: string, { status, currentRoom }: PresenceOfUser): Promise<void> {
    if (status === 'offline') await this.#ephemeral.delete(keyOf(userId));
    else await this.#ephemeral.set(keyOf(userId), `${status} ${currentRoom}`, keptMs);
  }
}

function keyOf(userId: string): string {
  return `presence:${userId}`;
}
