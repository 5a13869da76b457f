import type { AccessClaims } from './access-tokens.ts';
import type { Awaitable } from './awaitable.ts';

/** An access token as a client sent it. */
export interface SentToken {
  readonly token: string;
  /** The key under which it is remembered: the token itself stays in memory no longer than its connection. */
  readonly hash: string;
}

/** Checks access tokens like AccessTokens; for a token that was checked a moment ago without a promise. */
export interface RecentTokens {
  /** For callers that see the same token repeatedly: making its hash costs more than everything else. */
  sent(token: string): SentToken;
  verify(sent: SentToken): Awaitable<AccessClaims | undefined>;
}
