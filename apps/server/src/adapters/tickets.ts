import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { limits } from '@roomtone/protocol';
import type { Clock, Ephemeral, Identity, Ticket, Tickets } from '../ports.ts';
import type { Keys } from './keys.ts';

/**
 * WebSocket tickets (decisions 7.1): a JWE that only the server reads, good for one upgrade within 60 s. A resume token
 * names its connection and is signed for whoever may use it, so that nothing has to be stored for it: it is worth something
 * as long as that connection lives.
 */
export function createTickets(
  keys: Pick<Keys, 'tickets' | 'resumeTokens'>,
  ephemeral: Ephemeral,
  clock: Pick<Clock, 'nowMs'>,
): Tickets {
  const resumeToken = (connectionId: string, identity: Identity) => {
    const session = identity.kind === 'user' ? identity.sessionId : '';
    const signature = createHmac('sha256', keys.resumeTokens).update(`${connectionId}\n${session}`);
    return `${connectionId}.${signature.digest('base64url')}`;
  };
  /** The connection that the token resumes in this one's hands. */
  const resumedBy = (token: string | undefined, identity: Identity) => {
    const connectionId = token?.split('.', 1)[0];
    if (token === undefined || connectionId === undefined) return undefined;
    return isSame(token, resumeToken(connectionId, identity)) ? connectionId : undefined;
  };
  return {
    async issue(identity, token) {
      const now = Math.floor(clock.nowMs() / 1000);
      const ticket: Ticket = { identity, resumes: resumedBy(token, identity) };
      const { EncryptJWT } = await import('jose');
      const encryptedPayload = await new EncryptJWT({ ...ticket })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setJti(randomUUID())
        .setExpirationTime(now + limits.ticketSeconds)
        .encrypt(keys.tickets);
      return { encryptedPayload, expiresInSeconds: limits.ticketSeconds };
    },
    async redeem(encryptedPayload) {
      const opened = await open(encryptedPayload, keys.tickets, clock.nowMs());
      if (opened === undefined) return undefined;
      const remainingMs = Math.max(1, opened.expiresAt - clock.nowMs());
      const unused = await ephemeral.setIfAbsent(`ticket-used:${opened.id}`, '1', remainingMs);
      return unused ? opened.ticket : undefined;
    },
    resumeToken,
  };
}

interface OpenTicket {
  readonly id: string;
  readonly ticket: Ticket;
  readonly expiresAt: number;
}

async function open(encryptedPayload: string, key: Uint8Array, nowMs: number): Promise<OpenTicket | undefined> {
  const { errors, jwtDecrypt } = await import('jose');
  try {
    const { payload } = await jwtDecrypt<Ticket>(encryptedPayload, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      requiredClaims: ['jti', 'exp'],
      currentDate: new Date(nowMs),
    });
    const { identity, resumes } = payload;
    return { id: payload.jti ?? '', ticket: { identity, resumes }, expiresAt: (payload.exp ?? 0) * 1000 };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
