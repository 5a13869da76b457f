import { randomUUID } from 'node:crypto';
import type { Identity, Ticket, Tickets } from '../../src/ports/tickets.ts';

/** Tickets that are kept in memory and can be read in a test. */
export class StageTickets implements Tickets {
  readonly #tickets = new Map<string, Ticket>();

  /** A ticket as a client gets it. @param resumeToken that of an earlier connection. */
  make(identity: Identity, resumeToken = '.'): string {
    const ticket = randomUUID();
    const [resumes, session] = resumeToken.split('.');
    this.#tickets.set(ticket, { identity, resumes: session === sessionOf(identity) ? resumes : undefined });
    return ticket;
  }

  async issue(identity: Identity, token?: string) {
    return { encryptedPayload: this.make(identity, token), expiresInSeconds: 60 };
  }

  async redeem(payload: string): Promise<Ticket | undefined> {
    const ticket = this.#tickets.get(payload);
    this.#tickets.delete(payload);
    return ticket;
  }

  resumeToken(connectionId: string, identity: Identity): string {
    return `${connectionId}.${sessionOf(identity)}.${'x'.repeat(32)}`;
  }
}

function sessionOf(identity: Identity): string {
  return identity.kind === 'user' ? identity.sessionId : 'guest';
}
