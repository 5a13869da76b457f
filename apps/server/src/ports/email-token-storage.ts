import type { UserRecord } from './account-storage.ts';

/** The act that the link in a mail is for. */
export type EmailPurpose = 'verification' | 'recovery';

/** The link in a mail, as storage has it. */
export interface EmailTokenRecord {
  readonly tokenHash: string;
  readonly userId: string;
  readonly purpose: EmailPurpose;
  /** Where it was sent: it does nothing once the account has another address. */
  readonly email: string;
  readonly expiresAt: number;
}

/** Links in mails. Each works once; times are ms since 1970. */
export interface EmailTokenStorage {
  /** Replaces the user's earlier tokens of that purpose. Does nothing for a user who does not exist. */
  addEmailToken(token: EmailTokenRecord): Promise<void>;
  /** The user of a token that still works. */
  userOfEmailToken(tokenHash: string, purpose: EmailPurpose, now: number): Promise<UserRecord | undefined>;
  /** Uses up the token and marks the email as verified; resolves with the user, undefined if it does not work. */
  verifyEmail(tokenHash: string, now: number): Promise<UserRecord | undefined>;
  /**
   * Uses up the token, sets the password, marks the email as verified and ends all of the user's sessions; resolves with their
   * ids, undefined if the token does not work.
   */
  recoverPassword(
    tokenHash: string,
    passwordHash: string,
    now: number,
  ): Promise<{ readonly userId: string; readonly endedSessions: readonly string[] } | undefined>;
}
