import type { Notification } from '@roomtone/protocol';

/** The profile of an account for others. */
export interface ChangedAccount {
  readonly userId: string;
  readonly username: string;
  readonly displayName?: string | undefined;
  readonly avatarUrl: string;
  /** True if it has a password now and had none before. */
  readonly member?: true | undefined;
}

/** Passes changes of accounts on to the connections they concern. Implemented by realtime/. */
export interface LiveUsers {
  /** An auth session has ended in storage: its connections close with 4401. */
  sessionEnded(sessionId: string): void;
  /** Closes a user's connections with 4403 (S17.3). The user's sessions have ended in storage. */
  forceSignOut(userId: string): void;
  /** An account has another name or picture, or its first password: the participants of rooms it is in are told. */
  accountChanged(account: ChangedAccount): void;
  /** An account and its sessions are gone from storage: its chat stays under another name. */
  accountDeleted(userId: string): void;
  /** Sends a notification to all of a user's connections; later ones do not get it. */
  notify(userId: string, notification: Notification): void;
  /** `userId` has blocked or unblocked the other user in storage. */
  blockChanged(userId: string, otherId: string, isBlocked: boolean): void;
}
