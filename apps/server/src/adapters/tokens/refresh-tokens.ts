import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RefreshTokens } from '../../ports/refresh-tokens.ts';

const sessionBytes = 16;
const secretBytes = 32;
const sealBytes = 16;

/**
 * Makes and checks refresh tokens, which consist of the session's id, 256 secret bits and a seal. The seal distinguishes a
 * token that was replaced long ago, which must end its session, from an invented one, which must not. Only hashes are
 * stored. A successor's secret is an HMAC of its predecessor, so it can be recomputed for a client that lost the answer
 * (S12.10).
 */
export function createRefreshTokens(key: Uint8Array): RefreshTokens {
  const mac = (purpose: string, data: Uint8Array) => createHmac('sha256', key).update(purpose).update(data).digest();
  const seal = (session: Uint8Array, secret: Uint8Array) => {
    const body = Buffer.concat([session, secret]);
    return Buffer.concat([body, mac('seal', body).subarray(0, sealBytes)]).toString('base64url');
  };
  return {
    newSessionId: () => randomBytes(sessionBytes).toString('base64url'),
    first: (sessionId) => seal(Buffer.from(sessionId, 'base64url'), randomBytes(secretBytes)),
    successor(token) {
      const bytes = Buffer.from(token, 'base64url');
      return seal(bytes.subarray(0, sessionBytes), mac('successor', bytes));
    },
    hash: (token) => createHash('sha256').update(token).digest('base64url'),
    sessionOf(token) {
      const bytes = Buffer.from(token, 'base64url');
      // Comparing the text refuses other encodings of the same bytes, which would have another hash.
      if (bytes.byteLength !== sessionBytes + secretBytes + sealBytes || bytes.toString('base64url') !== token) {
        return undefined;
      }
      const body = bytes.subarray(0, sessionBytes + secretBytes);
      const genuine = timingSafeEqual(bytes.subarray(body.byteLength), mac('seal', body).subarray(0, sealBytes));
      return genuine ? bytes.subarray(0, sessionBytes).toString('base64url') : undefined;
    },
  };
}
