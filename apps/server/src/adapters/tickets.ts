import { randomUUID } from 'node:crypto';
import { limits } from '@roomtone/protocol';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type { Clock, Ephemeral, Identity, Tickets } from '../ports.ts';

/** WebSocket tickets (decisions 7.1): a JWE that only the server reads, good for one upgrade within 60 s. */
export function createTickets(key: Uint8Array, ephemeral: Ephemeral, clock: Pick<Clock, 'nowMs'>): Tickets {
  return {
    async issue(identity) {
      const now = Math.floor(clock.nowMs() / 1000);
      const encryptedPayload = await new EncryptJWT({ identity })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setJti(randomUUID())
        .setExpirationTime(now + limits.ticketSeconds)
        .encrypt(key);
      return { encryptedPayload, expiresInSeconds: limits.ticketSeconds };
    },
    async redeem(encryptedPayload) {
      const ticket = await open(encryptedPayload, key, clock.nowMs());
      if (ticket === undefined) return undefined;
      const remainingMs = Math.max(1, ticket.expiresAt - clock.nowMs());
      const unused = await ephemeral.setIfAbsent(`ticket-used:${ticket.id}`, '1', remainingMs);
      return unused ? ticket.identity : undefined;
    },
  };
}

interface OpenTicket {
  readonly id: string;
  readonly identity: Identity;
  readonly expiresAt: number;
}

async function open(encryptedPayload: string, key: Uint8Array, nowMs: number): Promise<OpenTicket | undefined> {
  try {
    const { payload } = await jwtDecrypt<{ identity: Identity }>(encryptedPayload, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      requiredClaims: ['jti', 'exp'],
      currentDate: new Date(nowMs),
    });
    return { id: payload.jti ?? '', identity: payload.identity, expiresAt: (payload.exp ?? 0) * 1000 };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
