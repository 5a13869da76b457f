import { hash } from 'node:crypto';
import type { Clock } from '../ports.ts';
import type { AccessClaims, AccessTokens } from './access-tokens.ts';
import { Recent } from './recent.ts';

/** So long a token is not looked at again. Whether its session still lives is asked each time all the same. */
const maxAgeMs = 10_000;
const maxTokens = 2_000;

/** Remembers which tokens were valid a moment ago: a client sends the same with each request. */
export function rememberTokens(
  tokens: Pick<AccessTokens, 'verify'>,
  clock: Pick<Clock, 'nowMs' | 'serviceUs'>,
): Pick<AccessTokens, 'verify'> {
  const recent = new Recent<AccessClaims | undefined>({ maxAgeMs, maxAnswers: maxTokens, clock });
  return {
    async verify(token) {
      // Kept by its hash: no token lies about in memory.
      const question = hash('sha256', token, 'base64url');
      const claims = await recent.answer(question, () => tokens.verify(token));
      if (claims !== undefined && claims.expiresAt > clock.nowMs()) return claims;
      recent.forget(question);
      return undefined;
    },
  };
}
