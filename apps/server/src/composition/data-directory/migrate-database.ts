import { openDatabase } from '../../adapters/sqlite/open-database.ts';
import { chosenPostgres, refuseForgotten, type Settings } from '../chosen-database.ts';
import { claimOrExplain } from '../claim-directory.ts';

/**
 * Brings the database to this version, as a start would; creates one if there is none.
 * @returns the names of the migrations that were applied.
 * @throws {DataDirectoryInUse} while a server runs.
 * @throws {DatabaseInUse} while a server uses the PostgreSQL database.
 * @throws if this version must not or cannot open it; the message is for the host.
 */
export async function migrateDatabase(settings: Settings): Promise<readonly string[]> {
  const { dataDir } = settings.config;
  const postgres = chosenPostgres(settings);
  const directory = claimOrExplain(dataDir);
  try {
    if (postgres !== undefined) {
      const { migrateStopped } = await import('../../adapters/postgres/open-postgres.ts');
      return await migrateStopped(postgres, () => refuseForgotten(dataDir));
    }
    const { db, taken } = await openDatabase(directory.databaseFile, { newDatabase: false });
    await db.destroy();
    return taken;
  } finally {
    directory.release();
  }
}
