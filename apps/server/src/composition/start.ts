import type { FieldIssue } from '@roomtone/protocol';
import { openSqliteStorage, type SqliteStorage } from '../adapters/sqlite/sqlite-storage.ts';
import { keepTickShape } from '../adapters/tick-shape.ts';
import type { LocalProfile } from '../application/hosting/local-profile.ts';
import type { ProcessUsage } from '../application/hosting/usage-meter.ts';
import type { Config, Secrets } from '../config/config.ts';
import type { LogTarget } from '../http/plugins/server.ts';
import type { ConnectedPerson } from '../ports/live-rooms.ts';
import { claimOrExplain, refuseOtherStorage } from './embedded-storage.ts';

export interface StartOptions {
  /** The folder that holds what the build makes to be served: `web`, `proto` and `reference`. */
  readonly servedFrom: string;
  /** What this process has used so far. */
  readonly usage: () => ProcessUsage;
  /** The memory that the system lets this process have, where it sets a bound of its own; 0 where it does not. */
  readonly memoryLimitBytes: number;
  /** The process's. */
  readonly nextTick: (tick: () => void) => void;
  /** Whether to make a database also where there must have been one, which is lost. */
  readonly newDatabase?: boolean;
  /** Called when the server can no longer do its work, such as when the storage is lost. */
  readonly onFailure: (error: Error) => void;
  /** Where log lines go, one JSON object each; standard output unless given. */
  readonly logTo?: LogTarget;
  /** Called when this machine has other addresses: `networkUrls` are others now. */
  readonly onNetworkChange?: () => void;
}

/** How it goes, for whoever hosts. */
export interface HostStatus {
  /** Everybody with a connection, one each. */
  readonly people: readonly ConnectedPerson[];
  /** Shares of the machine, such as `12.3%`. */
  readonly cpu: string;
  readonly memory: string;
}

export interface RunningServer {
  /** The address to open. */
  readonly url: string;
  /**
   * For programs on this machine: plain http on 127.0.0.1, which needs no certificate, also where others get https only.
   * The same as `url` for a server that does not listen there.
   */
  readonly localUrl: string;
  /** The addresses that others on the network can open now; empty when it listens to this machine only. */
  readonly networkUrls: readonly string[];
  /** Of the certificate's key: what people compare when a browser or an app asks. Undefined without https. */
  readonly fingerprint: string | undefined;
  /** What people see that it is called. */
  readonly name: string;
  /** For the program that this server runs in. */
  readonly localProfile: LocalProfile;
  status(): HostStatus;
  /** Makes an account, also with closed registration; resolves with what is wrong, and nothing when it is done. */
  addUser(account: { readonly username: string; readonly password: string }): Promise<readonly FieldIssue[]>;
  /** Drains: WebSockets get 1001, requests and writes finish, the data directory is let go. It can be started again. */
  stop(): Promise<void>;
}

/**
 * Starts the whole server on the configured address. A program may stop it and start it with another configuration, such
 * as for the network and back: on the same port and data, clients come back by themselves.
 * @throws {ConfigError} for settings that this version cannot honour.
 * @throws {DataDirectoryInUse} when another process owns the data directory.
 * @throws when the database is lost, damaged, of a newer version or none of ours; the message is for the host.
 */
export async function startServer(config: Config, secrets: Secrets, options: StartOptions): Promise<RunningServer> {
  keepTickShape(options.nextTick);
  refuseOtherStorage(secrets);
  const directory = claimOrExplain(config.dataDir);
  let storage: SqliteStorage | undefined;
  try {
    // Its thread opens the database while this one reads the rest of the server.
    const opening = openSqliteStorage({
      path: directory.databaseFile,
      newDatabase: options.newDatabase ?? false,
      onFailure: options.onFailure,
    });
    const [opened, { serve }] = await Promise.all([opening, import('./serve.ts')]);
    storage = opened;
    return await serve(config, secrets, { directory, storage }, options);
  } catch (error) {
    await storage?.close();
    directory.release();
    throw error;
  }
}
