import { networkInterfaces } from 'node:os';
import { createArgon2Hasher } from './adapters/argon2-hasher.ts';
import { claimDataDirectory, type DataDirectory } from './adapters/data-directory.ts';
import { deriveKeys, signingKeyIn } from './adapters/keys.ts';
import { createMemoryEphemeral } from './adapters/memory-ephemeral.ts';
import { openSqliteStorage } from './adapters/storage/sqlite-storage.ts';
import { createSystemClock } from './adapters/system-clock.ts';
import { buildApp } from './app.ts';
import { type Config, ConfigError, isLoopback, type Secrets } from './config.ts';
import type { App } from './http/server-types.ts';
import type { Storage } from './ports.ts';

/** How long requests under way may take to end before their connections are cut. */
const drainMs = 7_000;

export interface StartOptions {
  /** Folders that the build fills: the web client and the .proto files. */
  readonly webRoot: string;
  readonly protoRoot: string;
  /** Called when the server can no longer do its work, such as when the storage is lost. */
  readonly onFailure: (error: Error) => void;
}

export interface RunningServer {
  /** The address to open. */
  readonly url: string;
  /** The addresses that others on the network can open; empty when it listens to this machine only. */
  readonly networkUrls: readonly string[];
  /** Drains: WebSockets get 1001, requests and writes finish, the data directory is let go. */
  stop(): Promise<void>;
}

/**
 * Starts the whole server on the configured address.
 * @throws {ConfigError} for settings that this version cannot honour.
 * @throws {DataDirectoryInUse} when another process owns the data directory.
 */
export async function startServer(config: Config, secrets: Secrets, options: StartOptions): Promise<RunningServer> {
  refuseWhatIsNotBuilt(secrets);
  const directory = claim(config.dataDir);
  let storage: Storage | undefined;
  try {
    const keys = deriveKeys(secrets.jwtKey ?? signingKeyIn(directory.path));
    storage = await openSqliteStorage({ path: directory.databaseFile, onFailure: options.onFailure });
    const clock = createSystemClock();
    const app = await buildApp(config, {
      storage,
      ephemeral: createMemoryEphemeral(clock),
      hasher: await createArgon2Hasher(),
      clock,
      keys,
      webRoot: options.webRoot,
      protoRoot: options.protoRoot,
    });
    warnAboutPlainHttp(app, config);
    await app.listen({ host: config.host, port: config.port });
    return runningServer(app, config, storage, directory);
  } catch (error) {
    await storage?.close();
    directory.release();
    throw error;
  }
}

function runningServer(app: App, config: Config, storage: Storage, directory: DataDirectory): RunningServer {
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const isWildcard = config.host === '0.0.0.0' || config.host === '::';
  return {
    url: `http://${isWildcard ? '127.0.0.1' : inUrl(config.host)}:${port}`,
    networkUrls: isWildcard ? networkAddresses().map((ip) => `http://${ip}:${port}`) : [],
    async stop() {
      const impatient = setTimeout(() => app.server.closeAllConnections(), drainMs);
      await app.close();
      clearTimeout(impatient);
      await storage.close();
      directory.release();
    },
  };
}

function refuseWhatIsNotBuilt(secrets: Secrets): void {
  const notYet = 'is not supported by this version: unset it to use the embedded storage.';
  const problems: string[] = [];
  // Going on without them would keep everything somewhere else than the host believes.
  if (secrets.databaseUrl !== undefined) problems.push(`ROOMTONE_DATABASE_URL ${notYet}`);
  if (secrets.redisUrl !== undefined) problems.push(`ROOMTONE_REDIS_URL ${notYet}`);
  if (problems.length > 0) throw new ConfigError(problems);
}

function claim(dataDir: string): DataDirectory {
  try {
    return claimDataDirectory(dataDir);
  } catch (error) {
    const code = (error as { code?: string }).code;
    const unusable = ['EACCES', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS', 'SQLITE_CANTOPEN'];
    if (code === undefined || !unusable.includes(code)) throw error;
    throw new ConfigError([`ROOMTONE_DATA_DIR cannot be used: ${dataDir} (${code}).`]);
  }
}

function warnAboutPlainHttp(app: App, config: Config): void {
  if (config.tls.mode === 'off' && isLoopback(config.host)) return;
  app.log.warn(
    { host: config.host },
    'serving plain http: passwords can be read on the network, and browsers give MIDI and sound only to https or localhost',
  );
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
