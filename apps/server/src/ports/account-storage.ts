// Storage of accounts and auth sessions. Times are ms since 1970.
import type { BotScope, ThemeName } from '@roomtone/protocol/rest';

export interface UserRecord {
  readonly userId: string;
  readonly username: string;
  /** Absent if the username is shown. */
  readonly displayName?: string | undefined;
  /** Never changes: `ada#0427`. */
  readonly userTag: string;
  /** Undefined if the user gave none. */
  readonly email: string | undefined;
  /** PHC string (argon2id), or `noPassword`. */
  readonly passwordHash: string;
  readonly roles: readonly string[];
  readonly createdAt: number;
  /** Name of the uploaded picture in the AvatarStore; absent if a generated one is shown. */
  readonly avatarName?: string | undefined;
  /** Signing in needs a second factor, too. Set by the operations of SecondFactorStorage. */
  readonly hasSecondFactor?: true | undefined;
  /** The member whose invitation made the account; absent if it was the host's or an admin's, or none. */
  readonly invitedBy?: string;
  /** Nobody signs in to it. */
  readonly isSuspended?: true | undefined;
  /** Absent for people. */
  readonly bot?: { readonly ownerId: string; readonly scopes: readonly BotScope[] };
}

export interface SessionRecord {
  readonly sessionId: string;
  readonly userId: string;
  /** SHA-256 of the current refresh token, base64url. */
  readonly refreshHash: string;
  /** Hash of the token before it, which is accepted for a moment until the current one has been used (S12.10). */
  readonly previousHash: string | undefined;
  readonly remembered: boolean;
  readonly createdAt: number;
  readonly lastUsed: number;
  readonly expiresAt: number;
  readonly address: string;
  readonly userAgent: string;
}

/** The uniqueness or quota rule by which storage refused a well-formed write. */
export interface Conflict {
  readonly taken: 'username' | 'email' | 'userTag' | 'roomQuota' | 'botQuota' | 'moderatorQuota' | 'playerQuota';
}

type Row = Readonly<Record<string, unknown>>;

/** Everything that storage has of an account but what signs it in, by its names there. Times are ms since 1970. */
export interface AccountData {
  readonly account: Row & { readonly username: string; readonly avatar_name: string | null };
  readonly sheets: readonly (Row & { readonly sheet_id: string; readonly kind: string; readonly data: string })[];
  readonly [kind: string]: Row | readonly Row[];
}

/** An account with its settings and figures. */
export interface ProfileRecord {
  readonly user: UserRecord;
  readonly theme: ThemeName;
  readonly isThemeChosen: boolean;
  readonly notifications: boolean;
  /** A BCP 47 tag that the user chose, or "". */
  readonly language: string;
  /** Lost with the email that was verified. */
  readonly emailVerified: boolean;
  readonly lastSeen: number;
  readonly totalNotes: number;
  readonly playedMs: number;
  readonly roomsCreated: number;
}

/** Absent fields stay as they are. */
export interface ProfileChange {
  readonly username?: string | undefined;
  /** Null removes it. */
  readonly displayName?: string | null | undefined;
  /** Null removes it. */
  readonly email?: string | null | undefined;
  readonly theme?: ThemeName | undefined;
  readonly notifications?: boolean | undefined;
  readonly language?: string | undefined;
}

/** A user's activity since the last report to storage. */
export interface UserActivity {
  readonly userId: string;
  readonly notes: number;
  readonly playedMs: number;
  /** 0 if the user was not seen. */
  readonly lastSeen: number;
}

/** Rows that were deleted together with an account. */
export interface DeletedAccount {
  readonly sessionIds: readonly string[];
  /** The rooms the user owned. */
  readonly roomIds: readonly string[];
  /** The user's bots, which are gone, too. */
  readonly botIds: readonly string[];
  readonly avatarName: string | undefined;
}

/** A user as admins see them. */
export type ListedUser = Pick<
  UserRecord,
  'userId' | 'username' | 'displayName' | 'avatarName' | 'roles' | 'isSuspended'
> & {
  readonly lastSeen: number;
};

/** A user as lists of friends, requests and blocks show them. */
export type UserSummary = Pick<UserRecord, 'userId' | 'username' | 'displayName' | 'avatarName'>;

/** Accounts and auth sessions. For a user who does not exist, reads resolve with undefined and writes do nothing. */
export interface AccountStorage {
  /** Undefined if there is no such user. */
  accountData(userId: string): Promise<AccountData | undefined>;
  /** Resolves with the conflict if the username or email (ignoring case) or the tag is taken. */
  createUser(user: UserRecord): Promise<UserRecord | Conflict>;
  userById(userId: string): Promise<UserRecord | undefined>;
  /** By username or email, ignoring case. */
  userByLogin(login: string): Promise<UserRecord | undefined>;

  /** Also deletes the user's expired sessions, except the `serviceLimits.expiredKept` most recently used. Rejects for an unknown user. */
  createSession(session: SessionRecord): Promise<void>;
  sessionById(sessionId: string): Promise<SessionRecord | undefined>;
  /** Replaces the refresh hash if `expectedHash` is still the current one; resolves with true if it was. */
  rotateSession(
    sessionId: string,
    expectedHash: string,
    next: { refreshHash: string; previousHash: string; lastUsed: number; expiresAt: number },
  ): Promise<boolean>;
  deleteSession(sessionId: string): Promise<void>;

  /** By id, or by username ignoring case; never by email. */
  userByIdOrName(idOrName: string): Promise<UserRecord | undefined>;
  /** People whose username or display name contains the text, ignoring case, those seen last first; no bots. */
  listUsers(search: string, limit: number): Promise<readonly ListedUser[]>;
  /** True if anybody has the role. */
  hasAdmin(): Promise<boolean>;
  profile(userId: string): Promise<ProfileRecord | undefined>;
  /** Resolves with the conflict if another account has the username or email (ignoring case). */
  updateProfile(userId: string, change: ProfileChange): Promise<ProfileRecord | Conflict | undefined>;
  /** Sets the picture, or removes it for undefined; resolves with the name of the previous one. */
  setAvatar(
    userId: string,
    avatarName: string | undefined,
  ): Promise<{ readonly previous: string | undefined } | undefined>;
  setRoles(userId: string, roles: readonly string[]): Promise<UserRecord | undefined>;
  setSuspended(userId: string, isSuspended: boolean): Promise<UserRecord | undefined>;
  /** Also ends all of the user's sessions except one; resolves with the ids of those that ended. */
  changePassword(userId: string, passwordHash: string, exceptSessionId: string): Promise<readonly string[]>;
  /** The user's sessions that have not expired, most recently used first. */
  sessionsOf(userId: string, now: number): Promise<readonly SessionRecord[]>;
  /** Resolves with the ids of those that ended. */
  deleteSessionsOf(userId: string): Promise<readonly string[]>;
  /**
   * Deletes the account with its sessions, friends, blocks, rooms and bots. Its chat in other rooms stays under `deletedName`,
   * without a user id. For an account that is already gone, chat that was stored since is renamed in the same way.
   */
  deleteUser(userId: string): Promise<DeletedAccount | undefined>;
  /** Adds to the users' figures; `activity` has each user at most once. lastSeen never goes backwards. */
  addActivity(activity: readonly UserActivity[]): Promise<void>;
}

/** The name under which chat of deleted accounts stays (S13.8). */
export const deletedName = 'deleted';
