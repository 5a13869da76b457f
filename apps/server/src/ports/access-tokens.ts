import type { Named } from '@roomtone/protocol';

/** The claims of a valid access token. The roles in it are for clients to read; the server asks storage. */
export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
  /** Ms since 1970. */
  readonly expiresAt: number;
}

/** Makes and checks access tokens (S12.3, S12.4). */
export interface AccessTokens {
  issue(user: Named & { userId: string; roles: readonly string[] }, sessionId: string): Promise<string>;
  /** Undefined for a token that this server did not issue, that was altered or that has expired. */
  verify(token: string): Promise<AccessClaims | undefined>;
}
