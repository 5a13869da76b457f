import { createHmac, createSecretKey, randomUUID, timingSafeEqual } from 'node:crypto';
import { serviceLimits } from '@roomtone/protocol';
import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { Identity, Ticket, Tickets } from '../../ports/tickets.ts';
import { decryptJwe, encryptJwe } from './jwe.ts';
import type { Keys } from './keys.ts';

/**
 * Issues WebSocket tickets (S22.2): a JWE that only the server can read, valid for one upgrade within 60 s. A resume token
 * names its connection and is signed for the identity that may use it. So nothing is stored for it, and it works only while
 * that connection lives.
 */
export function createTickets(
  keys: Pick<Keys, 'tickets' | 'resumeTokens'>,
  ephemeral: Ephemeral,
  clock: Pick<Clock, 'serviceUs'>,
): Tickets {
  // Key objects are created once, because importing a key takes longer than using it.
  const [ticketKey, resumeKey] = [createSecretKey(keys.tickets), createSecretKey(keys.resumeTokens)];
  const resumeToken = (connectionId: string, identity: Identity) => {
    const session = identity.kind === 'user' ? identity.sessionId : '';
    const signature = createHmac('sha256', resumeKey).update(`${connectionId}\n${session}`);
    return `${connectionId}.${signature.digest('base64url')}`;
  };
  /** The connection that this identity may resume with the token. */
  const resumedBy = (token: string | undefined, identity: Identity) => {
    const connectionId = token?.split('.', 1)[0];
    if (token === undefined || connectionId === undefined) return undefined;
    return isSame(token, resumeToken(connectionId, identity)) ? connectionId : undefined;
  };
  /**
   * Names the memory of used tickets, and is lost with it: tickets that it may have known as used do not work any more.
   */
  const memoryName = async (): Promise<string> => {
    const name = randomUUID();
    const known = await ephemeral.get(memoryKey);
    if (known !== undefined) return known;
    if (await ephemeral.setIfAbsent(memoryKey, name, memoryMs)) return name;
    return (await ephemeral.get(memoryKey)) ?? name;
  };
  return {
    async issue(identity, token) {
      const now = Math.floor(clock.serviceUs() / 1_000_000);
      const ticket: Ticket = { identity, resumes: resumedBy(token, identity) };
      const claims: Claims = {
        ...ticket,
        jti: randomUUID(),
        exp: now + serviceLimits.ticketSeconds,
        memory: await memoryName(),
      };
      const encryptedPayload = encryptJwe(JSON.stringify(claims), ticketKey);
      return { encryptedPayload, expiresInSeconds: serviceLimits.ticketSeconds };
    },
    async redeem(encryptedPayload) {
      const opened = decryptJwe(encryptedPayload, ticketKey);
      if (opened === undefined) return undefined;
      // Only issue() has the key, so the content has this type.
      const { identity, resumes, jti, exp, memory } = JSON.parse(opened) as Claims;
      const remainingMs = exp * 1000 - clock.serviceUs() / 1000;
      // issue() makes none that is valid for longer, or has no end; somebody who has stolen the key would.
      const isInTime = remainingMs > 0 && remainingMs <= serviceLimits.ticketSeconds * 1000 + clockLeewayMs;
      if (!isInTime) return undefined;
      const [unused, now] = await Promise.all([
        ephemeral.setIfAbsent(`ticket-used:${jti}`, '1', Math.ceil(remainingMs)),
        ephemeral.get(memoryKey),
      ]);
      return unused && now === memory ? { identity, resumes } : undefined;
    },
    resumeToken,
  };
}

const memoryKey = 'ticket-memory';
const memoryMs = 30 * 86_400_000;

/** The service clock of another process of the service may be this much ahead. */
const clockLeewayMs = 500;

/** A ticket's encrypted content. */
interface Claims extends Ticket {
  readonly jti: string;
  /** Seconds on the service clock, so stepping the wall clock does not age a ticket. */
  readonly exp: number;
  /** Where it is remembered that the ticket was used. */
  readonly memory: string;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
