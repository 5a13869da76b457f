import { PresenceStatusName } from '@roomtone/protocol/rest';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { PresenceBoard, PresenceChange, PresenceOfUser } from '../../ports/presence.ts';
import type { Log } from '../log.ts';

/** Renewed well before it expires. If a process dies, what it shared about its users is soon forgotten. */
const keptMs = 60_000;
export const presenceRenewalMs = 20_000;

const nowhere: PresenceOfUser = { status: 'offline', currentRoom: '' };

/** The presence of users of a process that is alone. */
export class SharedPresence implements PresenceBoard {
  readonly #ephemeral: Ephemeral;
  readonly #log: Pick<Log, 'warn'>;

  constructor(ephemeral: Ephemeral, log: Pick<Log, 'warn'>) {
    this.#ephemeral = ephemeral;
    this.#log = log;
  }

  async of(userId: string): Promise<PresenceOfUser> {
    const found = await this.#ephemeral.get(keyOf(userId));
    if (found === undefined) return nowhere;
    const [status, currentRoom = ''] = found.split(' ');
    const known = PresenceStatusName.enum.find((name) => name === status);
    return known === undefined ? nowhere : { status: known, currentRoom };
  }

  /** A failure is logged; the next renewal tries again. */
  show(userId: string, now: PresenceOfUser, before: PresenceOfUser): PresenceChange {
    this.#publish(userId, now).catch((error: unknown) => {
      this.#log.warn({ err: error, userId }, 'a presence could not be shared');
    });
    return { now, before };
  }

  async #publish(userId: string, { status, currentRoom }: PresenceOfUser): Promise<void> {
    if (status === 'offline') await this.#ephemeral.delete(keyOf(userId));
    else await this.#ephemeral.set(keyOf(userId), `${status} ${currentRoom}`, keptMs);
  }
}

function keyOf(userId: string): string {
  return `presence:${userId}`;
}
