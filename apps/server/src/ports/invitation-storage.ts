import type { Conflict, UserRecord } from './account-storage.ts';

/** An invitation that admits its holders. Times are ms since 1970. */
export interface InvitationRecord {
  readonly invitationId: string;
  readonly tokenHash: string;
  /** Undefined: the host. */
  readonly madeBy: string | undefined;
  /** Undefined: the whole server. */
  readonly roomId: string | undefined;
  readonly uses: number;
  readonly maxUses: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** An invitation with what people know its maker and room by. */
export interface ListedInvitation extends InvitationRecord {
  /** "" for the host. */
  readonly madeByName: string;
  readonly madeByDisplayName: string;
  /** "" for the whole server. */
  readonly roomName: string;
}

/** How many invitations there may be. */
export interface InvitationBounds {
  readonly ofOne: number;
  readonly inAll: number;
  /** The maker's oldest one makes place for a new one. */
  readonly replaceOldest: boolean;
}

export interface InvitationStorage {
  /**
   * Removes those that have expired, then adds one; resolves with false if there are too many. They end with the account of
   * their maker and with their room.
   */
  addInvitation(invitation: InvitationRecord, bounds: InvitationBounds): Promise<boolean>;

  /** An invitation that has not expired by `now`, whether it admits anybody else or not. */
  invitationByToken(tokenHash: string, now: number): Promise<InvitationRecord | undefined>;

  /** True for one that has not expired by `now`. */
  hasInvitation(invitationId: string, now: number): Promise<boolean>;

  /**
   * Those that have not expired, newest first.
   * @param userId whose own they are, or to whose rooms they lead; undefined for those of everybody.
   */
  invitations(now: number, userId?: string): Promise<readonly ListedInvitation[]>;

  /** @param userId as invitations() takes it. Resolves with false if there is none of this id. */
  removeInvitation(invitationId: string, userId?: string): Promise<boolean>;

  /** Counts one more use; resolves with undefined if it has expired or admits nobody else. */
  useInvitation(tokenHash: string, now: number): Promise<InvitationRecord | undefined>;

  /** Creates an account and counts one use, or does neither. `refused`: the invitation admits nobody else. */
  createInvitedUser(
    user: UserRecord,
    tokenHash: string,
    now: number,
  ): Promise<UserRecord | Conflict | { readonly refused: true }>;
}
