// Storage of accounts and auth sessions. Times are ms since 1970 unless a name says otherwise.
import type { ThemeName } from '@roomtone/protocol/rest';

/** Milliseconds since 1970 throughout, unless a name says otherwise. */
export interface UserRecord {
  readonly userId: string;
  readonly username: string;
  /** Never changes: `ada#0427`. */
  readonly userTag: string;
  /** Absent where registration does not ask for one. */
  readonly email: string | undefined;
  /** PHC string (argon2id). */
  readonly passwordHash: string;
  readonly roles: readonly string[];
  readonly createdAt: number;
  /** Name of the picture they uploaded, in the AvatarStore; absent where a generated one is shown. */
  readonly avatarName?: string | undefined;
}

export interface SessionRecord {
  readonly sessionId: string;
  readonly userId: string;
  /** SHA-256 of the refresh token that works now, base64url. */
  readonly refreshHash: string;
  /** The one before it, which still answers until the one that works now has been used (S12.10). */
  readonly previousHash: string | undefined;
  readonly remembered: boolean;
  readonly createdAt: number;
  readonly lastUsed: number;
  readonly expiresAt: number;
  readonly address: string;
  readonly userAgent: string;
}

/** Why storage refused a write that was well formed. */
export interface Conflict {
  readonly taken: 'username' | 'email' | 'userTag' | 'roomQuota';
}

/** An account with what its owner has set and done. Times are ms since 1970. */
export interface ProfileRecord {
  readonly user: UserRecord;
  readonly theme: ThemeName;
  readonly notifications: boolean;
  readonly lastSeen: number;
  readonly totalNotes: number;
  readonly playedMs: number;
  readonly roomsCreated: number;
}

/** What is absent stays. */
export interface ProfileChange {
  readonly username?: string | undefined;
  /** Null removes it. */
  readonly email?: string | null | undefined;
  readonly theme?: ThemeName | undefined;
  readonly notifications?: boolean | undefined;
}

/** What a user has done since storage was told the last time. */
export interface UserActivity {
  readonly userId: string;
  readonly notes: number;
  readonly playedMs: number;
  /** 0 where the user was not seen. */
  readonly lastSeen: number;
}

/** What went with an account. */
export interface DeletedAccount {
  readonly sessionIds: readonly string[];
  /** The rooms it owned. */
  readonly roomIds: readonly string[];
  readonly avatarName: string | undefined;
}

/** Somebody else, as lists of people show them. */
export type Person = Pick<UserRecord, 'userId' | 'username' | 'avatarName'>;

/** Acts on accounts; a user that is gone is undefined, or nothing happens. */
export interface AccountStorage {
  /** Resolves with the conflict when the name or email (without regard to case) or the tag is taken. */
  createUser(user: UserRecord): Promise<UserRecord | Conflict>;
  userById(userId: string): Promise<UserRecord | undefined>;
  /** By username or email, without regard to case. */
  userByLogin(login: string): Promise<UserRecord | undefined>;

  /** Of the same user's sessions that have expired, only the last used `limits.expiredKept` stay. */
  createSession(session: SessionRecord): Promise<void>;
  sessionById(sessionId: string): Promise<SessionRecord | undefined>;
  /** Swaps the refresh hash if `expectedHash` is still the current one; tells whether it was. */
  rotateSession(
    sessionId: string,
    expectedHash: string,
    next: { refreshHash: string; previousHash: string; lastUsed: number; expiresAt: number },
  ): Promise<boolean>;
  deleteSession(sessionId: string): Promise<void>;

  /** By id, or by name without regard to case; never by email. */
  userByIdOrName(idOrName: string): Promise<UserRecord | undefined>;
  profile(userId: string): Promise<ProfileRecord | undefined>;
  /** Resolves with the conflict when another account has the name or email (without regard to case). */
  updateProfile(userId: string, change: ProfileChange): Promise<ProfileRecord | Conflict | undefined>;
  /** Resolves with the picture before; undefined as `avatarName` takes it away. */
  setAvatar(
    userId: string,
    avatarName: string | undefined,
  ): Promise<{ readonly previous: string | undefined } | undefined>;
  setRoles(userId: string, roles: readonly string[]): Promise<UserRecord | undefined>;
  /** Sets the hash and ends all sessions but one; resolves with the ids of those that ended. */
  changePassword(userId: string, passwordHash: string, keptSessionId: string): Promise<readonly string[]>;
  /** Those that have not expired, the last used first. */
  sessionsOf(userId: string, now: number): Promise<readonly SessionRecord[]>;
  /** Resolves with the ids of those that ended. */
  deleteSessionsOf(userId: string): Promise<readonly string[]>;
  /**
   * Takes the account away, and with it its sessions, friends, blocks and rooms. What it said in the rooms of others
   * stays, by nobody, under `deletedName`; also what was said since by one that is gone already.
   */
  deleteUser(userId: string): Promise<DeletedAccount | undefined>;
  /** Adds to the users' figures, each of them told once; lastSeen never goes backwards. */
  addActivity(activity: readonly UserActivity[]): Promise<void>;
}

/** Under which name the chat of deleted accounts stays (S13.8). */
export const deletedName = 'deleted';
