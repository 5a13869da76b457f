import { hash } from 'node:crypto';
import type { AccessClaims, AccessTokens } from '../../ports/access-tokens.ts';
import { whenThere } from '../../ports/awaitable.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RecentTokens } from '../../ports/recent-tokens.ts';
import { Recent } from '../recent.ts';

/** A token is not verified again for this long. Its session is still looked up with every request. */
const maxAgeMs = 10_000;
const maxTokens = 2_000;

/** Remembers which tokens were valid a moment ago, because a client sends the same one with every request. */
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
