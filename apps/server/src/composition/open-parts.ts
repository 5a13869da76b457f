import type { FastifyBaseLogger } from 'fastify';
import { createArgon2Hasher } from '../adapters/argon2-hasher.ts';
import type { DataDirectory } from '../adapters/files/data-directory.ts';
import { watchFreeSpace } from '../adapters/files/free-space.ts';
import { refusePicturesWhenFull, refuseWhenFull } from '../adapters/files/refuse-when-full.ts';
import { giveMemoryBack } from '../adapters/garbage-collection.ts';
import { createMemoryEphemeral } from '../adapters/memory/memory-ephemeral.ts';
import { createConfiguredPayments } from '../adapters/payments/configured-payments.ts';
import type { RedisOptions } from '../adapters/redis/redis-options.ts';
import { createSmtpSender } from '../adapters/smtp/smtp-sender.ts';
import { rememberReads } from '../adapters/sql/recent-reads.ts';
import { watchIntegrity } from '../adapters/sqlite/watch-integrity.ts';
import { serverKeys } from '../adapters/tokens/key-rotation.ts';
import type { Keys } from '../adapters/tokens/keys.ts';
import { loadOrCreateSecondFactorKeys } from '../adapters/tokens/second-factor-keys.ts';
import { sharedSecondFactorKeys } from '../adapters/tokens/shared-second-factor-keys.ts';
import type { Config, Secrets } from '../config/config.ts';
import { serverLimits } from '../domain/server-limits.ts';
import type { Clock } from '../ports/clock.ts';
import type { MailSender } from '../ports/mail.ts';
import type { ServingStorage, Storage } from '../ports/storage.ts';
import type { AppDeps } from './app-context.ts';
import { checkAvatarStore, openAvatarStore } from './avatar-store.ts';
import type { SharedState } from './shared-state.ts';

/** Opened by start.ts. A running server closes it when it stops; one that failed to start leaves it open. */
export interface Opened {
  readonly directory: DataDirectory;
  readonly storage: ServingStorage;
  /** Undefined if this process is alone. */
  readonly redis: RedisOptions | undefined;
}

/** The adapters of the application. */
export type Parts = Pick<
  AppDeps,
  | 'storage'
  | 'storageCondition'
  | 'recent'
  | 'ephemeral'
  | 'payments'
  | 'hasher'
  | 'clock'
  | 'keys'
  | 'avatars'
  | 'mailSender'
  | 'giveMemoryBack'
  | 'log'
  | 'sharing'
  | 'roomBus'
  | 'probeRedis'
  | 'redisCondition'
  | 'clockOffsetUs'
>;

/** Makes the adapters over what start.ts has opened. */
export async function openParts(
  config: Config,
  secrets: Secrets,
  { directory, storage: opened }: Opened,
  {
    clock,
    log,
    shared,
  }: { readonly clock: Clock; readonly log: FastifyBaseLogger; readonly shared: SharedState | undefined },
): Promise<Parts> {
  const isEmbedded = secrets.databaseUrl === undefined;
  const integrity = isEmbedded ? watchIntegrity(directory.databaseFile, { log }) : { isWhole: true };
  const space = await watchFreeSpace(directory.path, { clock, log });
  const { storage: remembering, recent } = rememberReads(opened, clock, shared?.sharing.bus);
  const storage = refuseWhenFull(remembering, space);
  const secondFactorKeys = async () => {
    const { jwtKey } = secrets;
    if (shared === undefined || jwtKey === undefined) return loadOrCreateSecondFactorKeys(directory.path);
    return sharedSecondFactorKeys(directory.path, jwtKey, storage);
  };
  const keys: Keys = {
    ...(await withStoredRefreshKey(await serverKeys(secrets.jwtKey, directory.path, clock), storage)),
    secondFactors: await secondFactorKeys(),
  };
  const ephemeral = shared?.ephemeral ?? createMemoryEphemeral(clock);
  const payments = await createConfiguredPayments(config, secrets, {
    dataDir: directory.path,
    keys,
    ephemeral,
    clock,
    warn: (message) => log.warn(message),
  });
  const avatars = await openAvatarStore(config, secrets);
  if (config.s3 !== undefined) checkAvatarStore(avatars, log);
  return {
    storage,
    storageCondition: () => ({ ...opened.condition(), hasRoom: space.hasRoom(), isWhole: integrity.isWhole }),
    recent,
    ephemeral,
    payments,
    hasher: createArgon2Hasher(),
    clock,
    keys,
    mailSender: mailSenderOf(config, secrets),
    avatars: config.s3 === undefined ? refusePicturesWhenFull(avatars, space) : avatars,
    sharing: shared?.sharing,
    roomBus: shared?.roomBus,
    ...(shared !== undefined && {
      probeRedis: () => shared.health.probe(),
      redisCondition: () => shared.health.condition(),
      clockOffsetUs: shared.clockOffsetUs,
    }),
    giveMemoryBack: () => {
      giveMemoryBack();
      opened.giveMemoryBack();
    },
    log,
  };
}

function mailSenderOf({ mailFrom }: Config, { smtpUrl }: Secrets): MailSender | undefined {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined;
  return createSmtpSender({ url: smtpUrl, from: mailFrom, timeoutMs: serverLimits.mail.timeoutMs });
}

/** Auth sessions outlast the key that everything else is derived from: storage keeps the key of their refresh tokens. */
async function withStoredRefreshKey(derived: Keys, storage: Pick<Storage, 'serviceKey'>): Promise<Keys> {
  const stored = await storage.serviceKey('refresh tokens', Buffer.from(derived.refreshTokens).toString('base64'));
  return { ...derived, refreshTokens: new Uint8Array(Buffer.from(stored, 'base64')) };
}
