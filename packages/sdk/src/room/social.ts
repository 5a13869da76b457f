import { FriendAction, PresenceStatus, type UserCommand } from '@roomtone/protocol';
import type { CallOptions } from '../call-options.ts';
import type { Requests } from '../connection/requests.ts';

/** The presence that users can set themselves; `offline` is set by the server only. */
export type OwnPresence = 'online' | 'away' | 'busy';

const statuses = {
  online: PresenceStatus.ONLINE,
  away: PresenceStatus.AWAY,
  busy: PresenceStatus.BUSY,
} as const;

/**
 * Presence, friends and direct messages, inside rooms and outside. For guests the calls reject with
 * AUTHORIZATION_ERROR. A `user` is an id or a name.
 */
export class Social {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** Lasts until it is set again or the user's last connection ends. */
  setPresence(status: OwnPresence, options?: CallOptions): Promise<void> {
    return this.#tell({ setPresence: { status: statuses[status] } }, options);
  }

  /** Sends a friend request, or accepts the other user's. */
  requestFriend(user: string, options?: CallOptions): Promise<void> {
    return this.#tell({ friend: { action: FriendAction.REQUEST, user } }, options);
  }

  acceptFriend(user: string, options?: CallOptions): Promise<void> {
    return this.#tell({ friend: { action: FriendAction.ACCEPT, user } }, options);
  }

  /** Ends a friendship, or declines or withdraws a request. */
  removeFriend(user: string, options?: CallOptions): Promise<void> {
    return this.#tell({ friend: { action: FriendAction.REMOVE, user } }, options);
  }

  /** Sends a friend a message of 1 to 500 characters; a friend who is offline gets it later. */
  directMessage(user: string, message: string, options?: CallOptions): Promise<void> {
    return this.#tell({ directMessage: { user, message } }, options);
  }

  #tell(body: UserCommand, options: CallOptions | undefined): Promise<void> {
    return this.#requests.tell({ kind: 'userCommand', body }, options);
  }
}
