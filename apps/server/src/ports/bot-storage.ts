import type { Conflict, SessionRecord, UserRecord } from './account-storage.ts';

/** A bot and when it was last seen, ms since 1970. */
export interface BotRecord {
  readonly user: UserRecord;
  readonly lastSeen: number;
  /** It has a token that works. */
  readonly isSignedIn: boolean;
}

/** Bots: accounts that belong to another one and sign in by a token, which is their only auth session. */
export interface BotStorage {
  /**
   * Stores a bot's account, which names its owner, with its session. Resolves with the conflict if the owner already has
   * `quota` bots or the name or tag is taken, with undefined if the owner is gone.
   */
  addBot(bot: UserRecord, session: SessionRecord, quota: number): Promise<UserRecord | Conflict | undefined>;
  /** The oldest first. */
  botsOf(ownerId: string): Promise<readonly BotRecord[]>;
  /** Ends the sessions of all bots of a user, whose tokens stop working; resolves with the ids of those that ended. */
  deleteBotSessionsOf(ownerId: string): Promise<readonly string[]>;
  /** Replaces the bot's session; resolves with the ids of those that ended, with undefined if there is no such bot. */
  replaceBotSession(session: SessionRecord): Promise<readonly string[] | undefined>;
}
