import { createFileAvatarStore } from '../adapters/avatars/file-avatar-store.ts';
import { filesIn } from '../adapters/files/data-directory.ts';
import { createMemoryEphemeral } from '../adapters/memory/memory-ephemeral.ts';
import { createConfiguredPayments } from '../adapters/payments/configured-payments.ts';
import { createSystemClock } from '../adapters/system-clock.ts';
import { serverKeys } from '../adapters/tokens/key-rotation.ts';
import { type DeleteAccountDeps, deleteAccount } from '../application/accounts/delete-account.ts';
import { createBilling } from '../application/billing/billing.ts';
import type { Config, Secrets } from '../config/config.ts';
import type { UserRecord } from '../ports/account-storage.ts';
import type { Storage } from '../ports/storage.ts';
import type { CommandContext } from './command-context.ts';

/** This process has no connections. A running server notices the deletion itself. */
const noConnections: DeleteAccountDeps['realtime'] = { sessionEnded() {}, closeRooms() {}, accountDeleted() {} };

/** Deletes an account as DELETE /api/users/profile does. */
export async function deleteUser(
  user: UserRecord,
  storage: Storage,
  context: Pick<CommandContext, 'say' | 'warn'> & { readonly config: Config; readonly secrets: Secrets },
): Promise<void> {
  const { config, secrets, say, warn } = context;
  const clock = createSystemClock();
  const { payments } = await createConfiguredPayments(config, secrets, {
    dataDir: config.dataDir,
    keys: await serverKeys(secrets.jwtKey, config.dataDir, clock),
    ephemeral: createMemoryEphemeral(clock),
    clock,
    warn,
  });
  // The server sends notifications about subscriptions.
  const billing = createBilling({ payments, storage, clock, onSubscriptionChanged: async () => {} });
  const avatars = createFileAvatarStore(filesIn(config.dataDir).avatarDirectory);
  const log = { warn: (_about: object, message: string) => warn(`${user.username}: ${message}.`) };
  await deleteAccount({ storage, billing, avatars, realtime: noConnections, log }, user.userId);
  say(`Deleted ${user.username}.`);
}
