// Data directories as older versions left them: with data, and migrated only to their schema.
import { readdirSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { fileNames } from '../../src/adapters/files/file-names.ts';
import { formatKey, newKey } from '../../src/adapters/tokens/keys.ts';

const folder = new URL('../../src/migrations/', import.meta.url);

/** All migrations, in order. */
export async function allMigrations(): Promise<Readonly<Record<string, Migration>>> {
  const migrations: Record<string, Migration> = {};
  for (const file of readdirSync(fileURLToPath(folder)).sort()) {
    const name = /^(\d{3}-.*)\.ts$/.exec(file)?.[1];
    if (name === undefined) continue;
    const exported: Record<string, unknown> = await import(new URL(file, folder).href);
    const migration = Object.values(exported).find(isMigration);
    if (migration === undefined) throw new Error(`${file} exports no migration`);
    migrations[name] = migration;
  }
  return migrations;
}

/** Makes the data directory of the version with this many migrations; it has `rows` accounts, rooms and sessions. */
export async function makeOldData(dataDir: string, steps: number, rows: number): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, fileNames.firstKey), `${formatKey(newKey())}\n`, { mode: 0o600 });
  const database = new Database(join(dataDir, fileNames.database));
  database.pragma('journal_mode = WAL');
  database.pragma('foreign_keys = ON');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
  const migrations = await allMigrations();
  const provider = { getMigrations: async () => ({ ...migrations }) };
  const last = Object.keys(migrations)[steps - 1];
  if (last === undefined) throw new Error(`there is no migration ${steps}`);
  const { error } = await new Migrator({ db, provider }).migrateTo(last);
  if (error !== undefined) throw error;
  fill(database, rows);
  await db.destroy();
}

/** Fills the columns of the first version; columns that were added later have defaults. */
function fill(database: Database.Database, rows: number): void {
  const hasLastSeen = database.prepare("select 1 from pragma_table_info('users') where name = 'last_seen'").get();
  const extra = hasLastSeen === undefined ? ['', ''] : [', last_seen', ', 1'];
  const user = database.prepare(
    `insert into users (user_id, username, username_key, user_tag, password_hash, roles, created_at${extra[0]})
     values (?, ?, ?, ?, 'none', '["member"]', 1${extra[1]})`,
  );
  const session = database.prepare(
    `insert into sessions values (?, ?, 'hash', null, 1, 1, 1, 9e15, '127.0.0.1', 'proof')`,
  );
  const room = database.prepare(
    `insert into rooms (room_id, room_name, owner_id, room_type, max_users, allow_chat, allow_guests, auto_moderation,
       welcome_message, created_at, last_activity)
     values (?, ?, ?, 'public', 20, 1, 1, 0, '', ?, ?)`,
  );
  const chat = database.prepare(`insert into chat values (?, ?, ?, ?, ?, ?, 'user', 1)`);
  const nowMs = Date.now();
  database.transaction(() => {
    for (let row = 0; row < rows; row++) {
      const [userId, roomId] = [`user-${row}`, `room-${String(row).padStart(12, '0')}`];
      user.run(userId, `player-${row}`, `player-${row}`, `tag-${row}`);
      session.run(`session-${row}`, userId);
      room.run(roomId, `Room ${row}`, userId, nowMs, nowMs);
      for (let said = 1; said <= 10; said++)
        chat.run(roomId, said, `message-${row}-${said}`, userId, 'player', 'la '.repeat(50));
    }
  })();
}

function isMigration(value: unknown): value is Migration {
  return typeof value === 'object' && value !== null && 'up' in value;
}
