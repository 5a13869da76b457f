import { openSqliteStorage } from '../adapters/sqlite/sqlite-storage.ts';
import type { Config, Secrets } from '../config/config.ts';
import type { ServingStorage } from '../ports/storage.ts';
import { claimOrExplain, refuseOtherStorage } from './embedded-storage.ts';
import type { HostStatus, RunningServer, StartOptions } from './running-server.ts';

export type { HostStatus, RunningServer, StartOptions };

/**
 * Starts the whole server on the configured address. A program may stop it and start it with another configuration, such as
 * for the network and back: clients reconnect by themselves if port and data stay the same.
 * @throws {ConfigError} for settings that this version does not support.
 * @throws {DataDirectoryInUse} when another process owns the data directory.
 * @throws when the database is lost, damaged, from a newer version or not Roomtone's; the message is for the host.
 */
export async function startServer(config: Config, secrets: Secrets, options: StartOptions): Promise<RunningServer> {
  refuseOtherStorage(secrets);
  const directory = claimOrExplain(config.dataDir);
  let storage: ServingStorage | undefined;
  try {
    // The storage thread opens the database while this thread loads the rest of the server.
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
