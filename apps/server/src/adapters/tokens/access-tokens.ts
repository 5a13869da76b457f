import { randomUUID } from 'node:crypto';
import { limits, restNamesOf } from '@roomtone/protocol';
import type { JWTPayload } from 'jose';
import type { AccessClaims, AccessTokens } from '../../ports/access-tokens.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SigningKeys } from './keys.ts';

const algorithm = 'HS256';
/** The type from RFC 9068, so that no other token signed with the same key passes for an access token. */
const type = 'at+jwt';
const issuer = 'roomtone';
const audience = 'roomtone';
/** Another process of this service may have a clock that is this far ahead. */
const clockLeewaySeconds = 5;

/** Access tokens (S12.3, S12.4): HS256 only, valid for 900 s. Each names the key that signed it. */
export function createAccessTokens(keys: SigningKeys, clock: Pick<Clock, 'nowMs'>): AccessTokens {
  const nowSeconds = () => Math.floor(clock.nowMs() / 1000);
  return {
    async issue(user, sessionId) {
      const { SignJWT } = await import('jose');
      const now = nowSeconds();
      const { kid, key } = keys.current();
      return new SignJWT({ ...restNamesOf(user), roles: [...user.roles], sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: type, kid })
        .setSubject(user.userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + limits.accessTokenSeconds)
        .sign(key);
    },
    async verify(token) {
      const { errors, jwtVerify } = await import('jose');
      const keyOf = ({ kid }: { kid?: string | undefined }): Uint8Array => {
        const known = kid === undefined ? undefined : keys.find(kid);
        if (known === undefined) throw new errors.JWKSNoMatchingKey();
        return known.key;
      };
      try {
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms: [algorithm],
          typ: type,
          issuer,
          audience,
          requiredClaims: ['sub', 'sid', 'iat', 'exp'],
          currentDate: new Date(clock.nowMs()),
        });
        return claimsOf(payload, nowSeconds());
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

function claimsOf({ sub, sid, iat, exp }: JWTPayload, nowSeconds: number): AccessClaims | undefined {
  if (typeof sub !== 'string' || typeof sid !== 'string' || iat === undefined || exp === undefined) return undefined;
  if (iat > nowSeconds + clockLeewaySeconds) return undefined;
  return { userId: sub, sessionId: sid, expiresAt: exp * 1000 };
}
