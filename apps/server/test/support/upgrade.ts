// A process that upgrades the database of its argument to the invented next migrations, for faults to be injected into.
import { openDatabase } from '../../src/adapters/sqlite/open-database.ts';
import { nextMigrations } from './next-migrations.ts';

const [, , path = ''] = process.argv;
const { db } = await openDatabase(path, { newDatabase: false, migrations: nextMigrations });
await db.destroy();
