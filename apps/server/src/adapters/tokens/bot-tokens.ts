import { createHash, randomBytes } from 'node:crypto';
import type { BotTokens } from '../../ports/bot-tokens.ts';

/** So that people, and programs that look for leaked secrets, know one when they see it. */
const prefix = 'rtbot_';
const sessionBytes = 16;
const secretBytes = 32;

/** Tokens of bots: the prefix, the session's id and 256 secret bits. Storage gets nothing but a hash. */
export const botTokens: BotTokens = {
  issue() {
    const sessionId = randomBytes(sessionBytes).toString('base64url');
    const bytes = Buffer.concat([Buffer.from(sessionId, 'base64url'), randomBytes(secretBytes)]);
    const token = prefix + bytes.toString('base64url');
    return { token, sessionId, hash: hashOf(token) };
  },
  read(token) {
    if (!token.startsWith(prefix)) return undefined;
    const text = token.slice(prefix.length);
    const bytes = Buffer.from(text, 'base64url');
    // Comparing the text refuses other spellings of the same bytes.
    const isWhole = bytes.length === sessionBytes + secretBytes && bytes.toString('base64url') === text;
    if (!isWhole) return undefined;
    return { sessionId: bytes.subarray(0, sessionBytes).toString('base64url'), hash: hashOf(token) };
  },
};

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
