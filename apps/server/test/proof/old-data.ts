// Data directories as older versions left them: with data, and migrated only to their schema.
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { fileNames } from '../../src/adapters/files/file-names.ts';
import { formatKey, newKey } from '../../src/adapters/tokens/keys.ts';
import { migrateToLatest } from '../../src/migrations/apply-migrations.ts';
import { migrations } from '../../src/migrations/migrations.ts';

/** Makes the data directory of the version with this many migrations; it has `rows` accounts, rooms and sessions. */
export async function makeOldData(dataDir: string, steps: number, rows: number): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, fileNames.firstKey), `${formatKey(newKey())}\n`, { mode: 0o600 });
  const database = new Database(join(dataDir, fileNames.database));
  database.pragma('journal_mode = WAL');
  database.pragma('foreign_keys = ON');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
  const before = Object.entries(migrations).slice(0, steps);
  if (before.length < steps) throw new Error(`there is no migration ${steps}`);
  await migrateToLatest(db, Object.fromEntries(before));
  fill(database, rows);
  await db.destroy();
}

/** Fills the columns of the first version; columns that were added later have defaults. */
function fill(database: Database.Database, rows: number): void {
  const user = database.prepare(
    `insert into users (user_id, username, username_key, user_tag, password_hash, roles, created_at)
     values (?, ?, ?, ?, 'none', '["member"]', 1)`,
  );
  const session = database.prepare(
    `insert into sessions values (?, ?, 'hash', null, 1, 1, 1, 9e15, '127.0.0.1', 'proof')`,
  );
  const room = database.prepare(
    `insert into rooms (room_id, room_name, owner_id, room_type, max_users, settings, created_at,
       last_activity)
     values (?, ?, ?, 'public', 20, '{}', ?, ?)`,
  );
  const chat = database.prepare(
    `insert into chat (room_id, position, message_id, user_id, username, message, message_type, timestamp)
     values (?, ?, ?, ?, ?, ?, 'user', 1)`,
  );
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
