import type { BotRights } from '../domain/bot-scopes.ts';

/** The user or guest a WebSocket ticket was made for. `address` is the address block that asked for it. */
export type Identity =
  | {
      readonly kind: 'guest';
      readonly username: string;
      /** Never set. */
      readonly displayName?: undefined;
      readonly address: string;
      /** The invitation that admits the guest, where one is needed. */
      readonly invitationId?: string | undefined;
      /** The only room that it leads to, if it does not lead to all. */
      readonly roomId?: string | undefined;
    }
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly username: string;
      readonly displayName?: string | undefined;
      readonly avatarName?: string | undefined;
      readonly roles: readonly string[];
      readonly sessionId: string;
      readonly address: string;
      /** Absent for people. */
      readonly bot?: BotRights | undefined;
    };

/** A redeemed WebSocket ticket. */
export interface Ticket {
  readonly identity: Identity;
  /** The id of the connection to resume; undefined for a new connection. */
  readonly resumes?: string | undefined;
}

/** Makes and redeems WebSocket tickets and the tokens that resume connections (S22, R10.3). */
export interface Tickets {
  /** Ignores a resume token of another identity. */
  issue(
    identity: Identity,
    resumeToken?: string,
  ): Promise<{ readonly encryptedPayload: string; readonly expiresInSeconds: number }>;
  /** Resolves with undefined if the payload is invalid, expired or already used. */
  redeem(encryptedPayload: string): Promise<Ticket | undefined>;
  /**
   * A token with which a ticket resumes this connection. It works for the same auth session only; a guest's works for
   * anybody without an account.
   */
  resumeToken(connectionId: string, identity: Identity): string;
}
