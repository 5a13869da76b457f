import type { FieldIssue } from '@roomtone/protocol';
import type { AddUserBody } from '@roomtone/protocol/rest';
import { createArgon2Hasher } from '../../adapters/argon2-hasher.ts';
import { createMemoryEphemeral } from '../../adapters/memory/memory-ephemeral.ts';
import { createConfiguredPayments } from '../../adapters/payments/configured-payments.ts';
import { createSystemClock } from '../../adapters/system-clock.ts';
import { botTokens } from '../../adapters/tokens/bot-tokens.ts';
import { serverKeys } from '../../adapters/tokens/key-rotation.ts';
import { addUser } from '../../application/accounts/add-user.ts';
import { type Bots, createBots } from '../../application/accounts/bots.ts';
import { type DeleteAccountDeps, deleteAccount } from '../../application/accounts/delete-account.ts';
import { findUser } from '../../application/accounts/find-user.ts';
import { auditEntry } from '../../application/audit/audit-log.ts';
import { createBilling } from '../../application/billing/billing.ts';
import type { Config, Secrets } from '../../config/config.ts';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { AuditEvent } from '../../ports/audit-log.ts';
import type { AvatarStore } from '../../ports/avatars.ts';
import type { Storage } from '../../ports/storage.ts';
import { openAvatarStore } from '../avatar-store.ts';
import { withStorage } from './with-storage.ts';

/** The actions that the host can do with the accounts of a data directory. */
export interface HostAccounts {
  /** @throws {RoomtoneError} RESOURCE_NOT_FOUND. */
  find(username: string): Promise<UserRecord>;
  /** @returns the problems, as for a registration; empty if the account was created. */
  add(account: AddUserBody): Promise<readonly FieldIssue[]>;
  /**
   * Sets a password, which the caller has checked, and ends all the user's sessions and the tokens of their bots.
   * @returns the number of sessions and tokens ended.
   */
  setPassword(user: UserRecord, password: string): Promise<number>;
  /** Removes every second factor with the recovery codes; resolves with true if there was one. */
  resetSecondFactor(user: UserRecord): Promise<boolean>;
  /** Replaces the roles. Resolves with undefined if the user has just been deleted. */
  setRoles(user: UserRecord, roles: readonly string[]): Promise<UserRecord | undefined>;
  /** Deletes an account as DELETE /api/users/profile does. */
  delete(user: UserRecord): Promise<void>;
  readonly bots: Bots;
}

export interface HostAccountsOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  /** True if the database need not exist yet. */
  readonly mayCreate: boolean;
  /** Called with what the host should notice although all went well. */
  readonly warn: (line: string) => void;
}

/**
 * Acts on the accounts of a data directory, also while a server runs.
 * @throws as withStorage() does.
 */
export async function withAccounts(
  options: HostAccountsOptions,
  act: (accounts: HostAccounts) => Promise<void>,
): Promise<void> {
  const avatars = await openAvatarStore(options.config, options.secrets);
  await withStorage(options, options.mayCreate, (storage) => act(accountsIn(storage, avatars, options)));
}

/** No session has this id, so every session ends. */
const noSession = '';

function accountsIn(storage: Storage, avatars: AvatarStore, options: HostAccountsOptions): HostAccounts {
  const hasher = createArgon2Hasher();
  const clock = createSystemClock();
  const record = ({ details, ...event }: AuditEvent) =>
    storage.addAuditEntries([auditEntry({ ...event, details: { ...details, by_command: true } }, clock.nowMs())]);
  const bots = createBots({
    storage,
    tokens: botTokens,
    clock,
    record: ({ byUserId: _, ...event }) => record(event),
    news: { blockChanged() {} },
    deleting: {
      billing: { stopRenewals: async () => {} },
      avatars,
      realtime: noConnections,
      log: { warn: (_about: object, message: string) => options.warn(message) },
    },
  });
  return {
    find: (username) => findUser(storage, username),
    async add(account) {
      const problems = await addUser({ storage, hasher, clock }, account);
      if (problems.length > 0) return problems;
      await record({ kind: 'account_created', userId: (await findUser(storage, account.username)).userId });
      return problems;
    },
    async setPassword({ userId }, password) {
      const ended = await storage.changePassword(userId, await hasher.hash(password), noSession);
      await record({ kind: 'password_reset', userId });
      return ended.length + (await bots.endTokens(userId));
    },
    async resetSecondFactor({ userId }) {
      const hadOne = await storage.removeSecondFactors(userId);
      if (hadOne) await record({ kind: 'second_factor_reset', userId });
      return hadOne;
    },
    async setRoles({ userId, roles: before }, roles) {
      const user = await storage.setRoles(userId, roles);
      if (user === undefined) return undefined;
      await record({ kind: 'roles_changed', userId, details: { roles: [...user.roles], roles_before: [...before] } });
      return user;
    },
    async delete(user) {
      await deleteUser(user, { storage, avatars }, options);
      await record({ kind: 'account_deleted', userId: user.userId, username: user.username });
    },
    bots,
  };
}

/** This process has no connections. A running server notices the deletion itself. */
const noConnections: DeleteAccountDeps['realtime'] = { sessionEnded() {}, closeRooms() {}, accountDeleted() {} };

async function deleteUser(
  user: UserRecord,
  { storage, avatars }: Pick<DeleteAccountDeps, 'storage' | 'avatars'> & { readonly storage: Storage },
  { config, secrets, warn }: HostAccountsOptions,
): Promise<void> {
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
  const log = { warn: (_about: object, message: string) => warn(`${user.username}: ${message}.`) };
  await deleteAccount({ storage, billing, avatars, realtime: noConnections, log }, user.userId);
}
