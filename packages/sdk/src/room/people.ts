import { FriendAction, PresenceStatus, type UserCommand } from '@roomtone/protocol';
import type { Requests } from '../link/requests.ts';

/** What one can say of oneself; offline is what the server says of whoever is gone. */
export type OwnPresence = 'online' | 'away' | 'busy';

const statuses = {
  online: PresenceStatus.ONLINE,
  away: PresenceStatus.AWAY,
  busy: PresenceStatus.BUSY,
} as const;

/** Oneself and one's friends, in rooms and outside. Guests get AUTHORIZATION_ERROR. A `user` is an id or a name. */
export class People {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** Stays until it is set again or one's last connection ends. */
  setPresence(status: OwnPresence): Promise<void> {
    return this.#tell({ setPresence: { status: statuses[status] } });
  }

  /** Asks for friendship, or accepts where the other one has asked. */
  requestFriend(user: string): Promise<void> {
    return this.#tell({ friend: { action: FriendAction.REQUEST, user } });
  }

  acceptFriend(user: string): Promise<void> {
    return this.#tell({ friend: { action: FriendAction.ACCEPT, user } });
  }

  /** Ends a friendship, declines or withdraws a request. */
  removeFriend(user: string): Promise<void> {
    return this.#tell({ friend: { action: FriendAction.REMOVE, user } });
  }

  /** Sends a friend words, 1 to 500 characters; who is away gets them later. */
  directMessage(user: string, message: string): Promise<void> {
    return this.#tell({ directMessage: { user, message } });
  }

  #tell(body: UserCommand): Promise<void> {
    return this.#requests.tell({ kind: 'userCommand', body });
  }
}
