import type { FastifyRequest } from 'fastify';
import type { AuditEvent } from '../../../ports/audit-log.ts';
import type { LiveUsers } from '../../../ports/live-users.ts';
import type { Storage } from '../../../ports/storage.ts';
import { requirePrincipal } from '../../plugins/authentication.ts';

export interface SignOutDeps {
  readonly storage: Pick<Storage, 'deleteSessionsOf' | 'botsOf' | 'deleteBotSessionsOf'>;
  readonly realtime: Pick<LiveUsers, 'forceSignOut' | 'sessionEnded'>;
}

/** Ends all sessions of a user and the tokens of their bots, and closes their connections with 4403 (S17.3). */
export async function signOutEverywhere({ storage, realtime }: SignOutDeps, userId: string): Promise<void> {
  const ended = await storage.deleteSessionsOf(userId);
  const bots = await storage.botsOf(userId);
  const endedBots = await storage.deleteBotSessionsOf(userId);
  // First, since sessionEnded() would close the same connections with another code.
  for (const each of [userId, ...bots.map((bot) => bot.user.userId)]) realtime.forceSignOut(each);
  for (const sessionId of [...ended, ...endedBots]) realtime.sessionEnded(sessionId);
}

/** Who asks and from where, for the audit log. */
export function doneBy(request: FastifyRequest): Pick<AuditEvent, 'byUserId' | 'address'> {
  return { byUserId: requirePrincipal(request).userId, address: request.ip };
}
