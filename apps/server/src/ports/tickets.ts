/** Who a WebSocket ticket was made for. */
export type Identity =
  | { readonly kind: 'guest'; readonly username: string; readonly address: string }
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly username: string;
      readonly avatarName?: string | undefined;
      readonly roles: readonly string[];
      readonly sessionId: string;
    };

/** Whom a WebSocket ticket lets in. */
export interface Ticket {
  readonly identity: Identity;
  /** The connection to go on with, if it can still be resumed; undefined for a fresh one. */
  readonly resumes?: string | undefined;
}

/** Makes and redeems WebSocket tickets and the tokens that resume connections (S22, R10.3). */
export interface Tickets {
  /** A resume token that is not this identity's is as good as none. */
  issue(
    identity: Identity,
    resumeToken?: string,
  ): Promise<{ readonly encryptedPayload: string; readonly expiresInSeconds: number }>;
  /** Resolves once for a payload, with undefined when it is invalid, expired or used. */
  redeem(encryptedPayload: string): Promise<Ticket | undefined>;
  /**
   * What gets a ticket to resume this connection: in the hands of the same login session only, a guest's in those of
   * anybody without an account.
   */
  resumeToken(connectionId: string, identity: Identity): string;
}
