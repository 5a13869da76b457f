import { hash } from 'node:crypto';
import { type Awaitable, whenThere } from '../../application/awaitable.ts';
import type { Clock } from '../../ports/clock.ts';
import { Recent } from '../recent.ts';
import type { AccessClaims, AccessTokens } from './access-tokens.ts';

/** So long a token is not looked at again. Whether its session still lives is asked each time all the same. */
const maxAgeMs = 10_000;
const maxTokens = 2_000;

/** A token that somebody has sent. */
export interface SentToken {
  readonly token: string;
  /** What it is remembered by: no token lies about in memory for longer than its connection. */
  readonly hash: string;
}

/** As AccessTokens, and at once where a token is known. */
export interface RecentTokens {
  /** For whoever sees the same token again and again: making its hash takes longer than all else. */
  sent(token: string): SentToken;
  verify(sent: SentToken): Awaitable<AccessClaims | undefined>;
}

/** Remembers which tokens were valid a moment ago: a client sends the same with each request. */
export function rememberTokens(
  tokens: Pick<AccessTokens, 'verify'>,
  clock: Pick<Clock, 'nowMs' | 'serviceUs'>,
): RecentTokens {
  const recent = new Recent<AccessClaims | undefined>({ maxAgeMs, maxAnswers: maxTokens, clock });
  return {
    sent: (token) => ({ token, hash: hash('sha256', token, 'base64url') }),
    verify(sent) {
      const found = recent.answer(sent.hash, () => tokens.verify(sent.token));
      return whenThere(found, (claims) => {
        if (claims !== undefined && claims.expiresAt > clock.nowMs()) return claims;
        recent.forget(sent.hash);
        return undefined;
      });
    },
  };
}
