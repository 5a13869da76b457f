import { availableParallelism, networkInterfaces, totalmem } from 'node:os';
import { join } from 'node:path';
import { createAccessTokens } from './adapters/access-tokens.ts';
import { createArgon2Hasher } from './adapters/argon2-hasher.ts';
import { createFileAvatarStore } from './adapters/avatars/file-avatar-store.ts';
import type { DataDirectory } from './adapters/data-directory.ts';
import { fileNames } from './adapters/file-names.ts';
import { serverKeys } from './adapters/key-rotation.ts';
import { createMemoryEphemeral } from './adapters/memory-ephemeral.ts';
import { openPayments } from './adapters/payments/open-payments.ts';
import { createProcessMetrics } from './adapters/process-metrics.ts';
import { createRefreshTokens } from './adapters/refresh-tokens.ts';
import { rememberReads } from './adapters/storage/recent-reads.ts';
import { openSqliteStorage } from './adapters/storage/sqlite-storage.ts';
import { createSystemClock } from './adapters/system-clock.ts';
import { loadTls, type TlsIdentity } from './adapters/tls/certificate.ts';
import { machineNames } from './adapters/tls/machine-names.ts';
import { buildApp } from './app.ts';
import { type Config, isLoopback, type Secrets } from './config.ts';
import { claimOrExplain, refuseOtherStorage } from './embedded-storage.ts';
import { renewDaily } from './http/renew-certificate.ts';
import type { App } from './http/server-types.ts';
import { createSessions } from './http/sessions.ts';
import { createLocalProfile, type LocalProfile } from './local-profile.ts';
import type { Storage } from './ports.ts';
import { createUsageMeter, type Machine, type ProcessUsage } from './usage-meter.ts';

/** How long requests under way may take to end before their connections are cut. */
const drainMs = 7_000;

export interface StartOptions {
  /** Folders that the build fills: the web client and the .proto files. */
  readonly webRoot: string;
  readonly protoRoot: string;
  /** What this process has used so far. */
  readonly usage: () => ProcessUsage;
  /** The memory that the system lets this process have, where it sets a bound of its own; 0 where it does not. */
  readonly memoryLimitBytes: number;
  /** Called when the server can no longer do its work, such as when the storage is lost. */
  readonly onFailure: (error: Error) => void;
}

export interface RunningServer {
  /** The address to open. */
  readonly url: string;
  /** The addresses that others on the network can open; empty when it listens to this machine only. */
  readonly networkUrls: readonly string[];
  /** Of the certificate's key: what people compare when a browser or an app asks. Undefined without https. */
  readonly fingerprint: string | undefined;
  /** For the program that this server runs in. */
  readonly localProfile: LocalProfile;
  /** Drains: WebSockets get 1001, requests and writes finish, the data directory is let go. */
  stop(): Promise<void>;
}

/**
 * Starts the whole server on the configured address.
 * @throws {ConfigError} for settings that this version cannot honour.
 * @throws {DataDirectoryInUse} when another process owns the data directory.
 */
export async function startServer(config: Config, secrets: Secrets, options: StartOptions): Promise<RunningServer> {
  refuseOtherStorage(secrets);
  const directory = claimOrExplain(config.dataDir);
  let storage: Storage | undefined;
  try {
    const clock = createSystemClock();
    const reads = rememberReads(
      await openSqliteStorage({ path: directory.databaseFile, onFailure: options.onFailure }),
      clock,
    );
    storage = reads.storage;
    const keys = serverKeys(secrets.jwtKey, directory.path, clock);
    const ephemeral = createMemoryEphemeral(clock);
    const hasher = await createArgon2Hasher();
    let app: App | undefined;
    const payments = await openPayments(config, secrets, {
      dataDir: directory.path,
      keys,
      ephemeral,
      clock,
      // Of edits while it runs; what is wrong at the start is thrown.
      warn: (message) => app?.log.warn(message),
    });
    const loadIdentity = () => loadTls(config.tls, directory.path, clock.nowMs(), hostNames(config));
    const tls = await loadIdentity();
    app = await buildApp(config, {
      storage,
      recent: reads.recent,
      ephemeral,
      payments,
      hasher,
      clock,
      keys,
      avatars: createFileAvatarStore(directory.avatarDirectory),
      webRoot: options.webRoot,
      protoRoot: options.protoRoot,
      usage: createUsageMeter(options.usage, machineOf(options), clock),
      processMetrics: createProcessMetrics(),
      metricsToken: secrets.metricsToken,
      ...(tls === undefined ? {} : { tls }),
    });
    warnAboutPlainHttp(app, config);
    await app.listen({ host: config.host, port: config.port });
    if (tls !== undefined) renewDaily(app, tls, loadIdentity);
    const localProfile = createLocalProfile({
      storage,
      hasher,
      clock,
      sessions: createSessions({
        storage,
        clock,
        accessTokens: createAccessTokens(keys.accessTokens, clock),
        refreshTokens: createRefreshTokens(keys.refreshTokens),
        // It ends only those of earlier runs, which have no connections any more.
        onEnded: () => {},
      }),
      file: join(directory.path, fileNames.localProfile),
    });
    return runningServer(app, config, { storage, directory, tls, localProfile });
  } catch (error) {
    await storage?.close();
    directory.release();
    throw error;
  }
}

interface Opened {
  readonly storage: Storage;
  readonly directory: DataDirectory;
  readonly tls: TlsIdentity | undefined;
  readonly localProfile: LocalProfile;
}

function runningServer(app: App, config: Config, { storage, directory, tls, localProfile }: Opened): RunningServer {
  const scheme = tls === undefined ? 'http' : 'https';
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const isEverywhere = isWildcard(config.host);
  return {
    url: `${scheme}://${isEverywhere ? '127.0.0.1' : inUrl(config.host)}:${port}`,
    networkUrls: isEverywhere ? networkAddresses().map((ip) => `${scheme}://${ip}:${port}`) : [],
    fingerprint: tls?.fingerprint,
    localProfile,
    async stop() {
      const impatient = setTimeout(() => app.server.closeAllConnections(), drainMs);
      await app.close();
      clearTimeout(impatient);
      await storage.close();
      directory.release();
    },
  };
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

/** What the certificate has to cover: everything this server can be called in an address. */
function hostNames({ host, publicUrl }: Config): string[] {
  const names = isWildcard(host) ? machineNames() : [...machineNames(), host];
  return publicUrl === undefined ? names : [...names, new URL(publicUrl).hostname];
}

function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
