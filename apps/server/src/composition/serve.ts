import type { AddressInfo } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { createArgon2Hasher } from '../adapters/argon2-hasher.ts';
import { createFileAvatarStore } from '../adapters/avatars/file-avatar-store.ts';
import type { DataDirectory } from '../adapters/files/data-directory.ts';
import { fileNames } from '../adapters/files/file-names.ts';
import { giveMemoryBack } from '../adapters/garbage-collection.ts';
import { logOutput } from '../adapters/log/line-output.ts';
import { createMemoryEphemeral } from '../adapters/memory/memory-ephemeral.ts';
import { createConfiguredPayments } from '../adapters/payments/configured-payments.ts';
import { createProcessMetrics } from '../adapters/process-metrics.ts';
import { rememberReads } from '../adapters/sqlite/recent-reads.ts';
import type { SqliteStorage } from '../adapters/sqlite/sqlite-storage.ts';
import { createSystemClock } from '../adapters/system-clock.ts';
import { loadTls } from '../adapters/tls/certificate.ts';
import { createAccessTokens } from '../adapters/tokens/access-tokens.ts';
import { serverKeys } from '../adapters/tokens/key-rotation.ts';
import type { Keys } from '../adapters/tokens/keys.ts';
import { createRefreshTokens } from '../adapters/tokens/refresh-tokens.ts';
import { addUser } from '../application/accounts/add-user.ts';
import { createSessions } from '../application/accounts/sessions.ts';
import { createLocalProfile, type LocalProfile, type LocalProfileDeps } from '../application/hosting/local-profile.ts';
import { createUsageMeter, type Machine } from '../application/hosting/usage-meter.ts';
import { type Config, isLoopback, type Secrets } from '../config/config.ts';
import { keepRenewed, type ServedCertificate } from '../http/plugins/renew-certificate.ts';
import type { App } from '../http/plugins/server-types.ts';
import type { Clock } from '../ports/clock.ts';
import type { Storage } from '../ports/storage.ts';
import { createRealtime, type Realtime } from '../realtime/realtime.ts';
import { buildApp } from './app.ts';
import { goOnNetwork } from './on-network.ts';
import { hostNames, isEverywhere, networkUrls, ownUrl } from './reachable.ts';
import type { RunningServer, StartOptions } from './start.ts';

/** How long requests under way may take to end before their connections are cut. */
const drainMs = 7_000;
const standardOutput = 1;
/** How long the last log lines may take. */
const lastLinesMs = 500;

/** What start.ts has opened. A running server closes it when it stops; one that failed to start leaves it open. */
export interface Opened {
  readonly directory: DataDirectory;
  readonly storage: SqliteStorage;
}

/**
 * Puts the server together and opens its address.
 * @throws {ConfigError} for settings that this version cannot honour.
 */
export async function serve(
  config: Config,
  secrets: Secrets,
  { directory, storage: opened }: Opened,
  options: StartOptions,
): Promise<RunningServer> {
  let app: App | undefined;
  try {
    const clock = createSystemClock();
    const ownLog = options.logTo === undefined ? logOutput(standardOutput) : undefined;
    const logTo = options.logTo ?? ownLog;
    const { storage, recent } = rememberReads(opened, clock);
    const keys = await lasting(await serverKeys(secrets.jwtKey, directory.path, clock), storage);
    const ephemeral = createMemoryEphemeral(clock);
    const hasher = createArgon2Hasher();
    const payments = await createConfiguredPayments(config, secrets, {
      dataDir: directory.path,
      keys,
      ephemeral,
      clock,
      // Of edits while it runs; what is wrong at the start is thrown.
      warn: (message) => app?.log.warn(message),
    });
    const loadIdentity = () => loadTls(config.tls, directory.path, clock.nowMs(), hostNames(config));
    const tls = await loadIdentity();
    let certificate: ServedCertificate | undefined;
    let realtime: Realtime | undefined;
    const fingerprint = () => certificate?.current.fingerprint ?? tls?.fingerprint;
    const usage = createUsageMeter(options.usage, machineOf(options), clock);
    app = await buildApp(config, {
      storage,
      storageCondition: opened.condition,
      recent,
      ephemeral,
      payments,
      hasher,
      clock,
      keys,
      avatars: createFileAvatarStore(directory.avatarDirectory),
      webRoot: join(options.servedFrom, 'web'),
      protoRoot: join(options.servedFrom, 'proto'),
      referenceRoot: join(options.servedFrom, 'reference'),
      usage,
      processMetrics: createProcessMetrics(),
      giveMemoryBack: () => {
        giveMemoryBack();
        opened.giveMemoryBack();
      },
      metricsToken: secrets.metricsToken,
      fingerprint,
      createRealtime: (...given) => {
        realtime = createRealtime(...given);
        return realtime;
      },
      ...(logTo === undefined ? {} : { logTo }),
      ...(tls === undefined ? {} : { tls }),
    });
    warnAboutPlainHttp(app, config);
    await app.listen({ host: config.host, port: config.port });
    if (tls !== undefined) certificate = keepRenewed(app, tls, loadIdentity, clock);
    const network = isLoopback(config.host)
      ? undefined
      : await goOnNetwork({
          config,
          app,
          fingerprint,
          onChange: async () => {
            await certificate?.renew();
            options.onNetworkChange?.();
          },
        });
    const running = { app, storage };
    const scheme = tls === undefined ? 'http' : 'https';
    const { port } = app.server.address() as AddressInfo;
    const url = ownUrl(config, scheme, port);
    return {
      url,
      localUrl: isEverywhere(config) ? `http://127.0.0.1:${port}` : url,
      get networkUrls() {
        return networkUrls(config, scheme, port);
      },
      get fingerprint() {
        return fingerprint();
      },
      name: config.name,
      localProfile: ownProfile(directory.path, keys, { storage, hasher, clock }),
      addUser: (account) => addUser({ storage, hasher, clock }, account),
      status: () => ({ people: realtime?.connected() ?? [], cpu: usage.cpu(), memory: usage.memory() }),
      async stop() {
        await network?.stop();
        await drain(running);
        directory.release();
        await ownLog?.flushed(lastLinesMs);
      },
    };
  } catch (error) {
    await app?.close();
    throw error;
  }
}

/** Sign-ins outlast the key that everything else is derived from: their key is the one that storage has kept. */
async function lasting(derived: Keys, storage: Pick<Storage, 'serviceKey'>): Promise<Keys> {
  const kept = await storage.serviceKey('refresh tokens', Buffer.from(derived.refreshTokens).toString('base64'));
  return { ...derived, refreshTokens: new Uint8Array(Buffer.from(kept, 'base64')) };
}

function ownProfile(
  dataDir: string,
  keys: Keys,
  { storage, hasher, clock }: Pick<LocalProfileDeps, 'hasher'> & { readonly storage: Storage; readonly clock: Clock },
): LocalProfile {
  const sessions = createSessions({
    storage,
    clock,
    accessTokens: createAccessTokens(keys.accessTokens, clock),
    refreshTokens: createRefreshTokens(keys.refreshTokens),
    // It ends only those of earlier runs, which have no connections any more.
    onEnded: () => {},
  });
  return createLocalProfile({ storage, hasher, clock, sessions, file: join(dataDir, fileNames.localProfile) });
}

async function drain({ app, storage }: { readonly app: App; readonly storage: Storage }): Promise<void> {
  const impatient = setTimeout(() => app.server.closeAllConnections(), drainMs);
  await app.close();
  clearTimeout(impatient);
  await storage.close();
}

function warnAboutPlainHttp(app: App, config: Config): void {
  // A proxy in front may well speak https.
  if (config.tls.mode !== 'off' || isLoopback(config.host) || config.trustProxy.length > 0) return;
  app.log.warn(
    { host: config.host },
    'serving plain http: passwords can be read on the network, and browsers give MIDI and sound only to https or localhost',
  );
}

function machineOf({ memoryLimitBytes }: StartOptions): Machine {
  const memoryBytes = Math.min(totalmem(), memoryLimitBytes > 0 ? memoryLimitBytes : Number.POSITIVE_INFINITY);
  return { cores: availableParallelism(), memoryBytes };
}
