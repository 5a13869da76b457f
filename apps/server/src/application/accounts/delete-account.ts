import { RoomCloseReason } from '@roomtone/protocol';
import type { AccountStorage } from '../../ports/account-storage.ts';
import type { AvatarStore } from '../../ports/avatars.ts';
import type { RoomNews } from '../../ports/live-rooms.ts';
import type { LiveUsers } from '../../ports/live-users.ts';
import type { Log } from '../../ports/log.ts';
import type { Billing } from '../billing/billing.ts';

export interface DeleteAccountDeps {
  readonly storage: Pick<AccountStorage, 'deleteSessionsOf' | 'deleteUser'>;
  /** No payment may be taken for a deleted account. */
  readonly billing: Pick<Billing, 'stopRenewals'>;
  readonly avatars: Pick<AvatarStore, 'remove'>;
  readonly realtime: Pick<LiveUsers, 'sessionEnded' | 'accountDeleted'> & Pick<RoomNews, 'closeRooms'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Deletes an account with all its personal data (decision 004). Does nothing if it is already gone. */
export async function deleteAccount(deps: DeleteAccountDeps, userId: string): Promise<void> {
  const { storage, billing, avatars, realtime, log } = deps;
  await billing.stopRenewals(userId);
  // Its connections first: chat that they send after the deletion would keep its name.
  endSessions(await storage.deleteSessionsOf(userId), realtime);
  const deleted = await storage.deleteUser(userId);
  if (deleted === undefined) return;
  endSessions(deleted.sessionIds, realtime);
  realtime.closeRooms(deleted.roomIds, RoomCloseReason.DELETED);
  for (const id of [userId, ...deleted.botIds]) realtime.accountDeleted(id);
  if (deleted.avatarName === undefined) return;
  await avatars.remove(deleted.avatarName).catch((error: unknown) => {
    log.warn({ err: error, avatar: deleted.avatarName }, 'the picture of a deleted account could not be removed');
  });
}

function endSessions(sessionIds: readonly string[], realtime: Pick<LiveUsers, 'sessionEnded'>): void {
  for (const sessionId of sessionIds) realtime.sessionEnded(sessionId);
}
