import { randomUUID } from 'node:crypto';
import { limits } from '@roomtone/protocol';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../ports.ts';

const algorithm = 'HS256';
/** RFC 9068's type: no other token signed with the same key can pass for an access token. */
const type = 'at+jwt';
const issuer = 'roomtone';
const audience = 'roomtone';

/** What a valid access token says. Roles in it are for clients to read; the server asks storage. */
export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
  /** Ms since 1970. */
  readonly expiresAt: number;
}

export interface AccessTokens {
  issue(user: { userId: string; username: string; roles: readonly string[] }, sessionId: string): Promise<string>;
  /** Undefined for any token that is not this server's, is altered or has expired. */
  verify(token: string): Promise<AccessClaims | undefined>;
}

/** Access tokens as decisions 3 has them: HS256 and nothing else, 900 s. */
export function createAccessTokens(key: Uint8Array, clock: Pick<Clock, 'nowMs'>): AccessTokens {
  return {
    issue(user, sessionId) {
      const now = Math.floor(clock.nowMs() / 1000);
      return new SignJWT({ username: user.username, roles: [...user.roles], sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setSubject(user.userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + limits.accessTokenSeconds)
        .sign(key);
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify<{ sid: string }>(token, key, {
          algorithms: [algorithm],
          typ: type,
          issuer,
          audience,
          requiredClaims: ['sub', 'sid', 'exp'],
          currentDate: new Date(clock.nowMs()),
        });
        return { userId: payload.sub ?? '', sessionId: payload.sid, expiresAt: (payload.exp ?? 0) * 1000 };
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
