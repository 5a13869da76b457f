import Database from 'better-sqlite3';

/** The amount of data on the server: this many users, and this many rooms, one each. */
export const fullRows = 100_000;
const day = 86_400_000;
/** Nobody has been in the rooms for a while, but not so long that they are deleted. */
const oldestDays = 60;

/** The id of the room in that row, as long as a real one. */
export function roomIdOf(row: number): string {
  return `measured-room-${String(row).padStart(6, '0')}`;
}

/** Fills a database that the server has created, so that lists and look-ups cost what they cost on a big server. */
export function fillDatabase(file: string): void {
  const database = new Database(file);
  const addUser = database.prepare(
    `insert into users (user_id, username, username_key, user_tag, email, email_key, password_hash, roles, created_at)
     values (@id, @name, @name, @tag, @email, @email, '', '["member"]', @at)`,
  );
  const addRoom = database.prepare(
    `insert into rooms (room_id, room_name, owner_id, room_type, max_users, settings, created_at,
       last_activity)
     values (@id, @name, @owner, @type, 20, '{"welcomeMessage":"Be kind, play softly after ten."}', @at, @activity)`,
  );
  const types = ['public', 'public', 'pro', 'private'];
  const startMs = Date.now() - oldestDays * day;
  database.transaction(() => {
    for (let row = 0; row < fullRows; row++) {
      const owner = `00000000-0000-4000-8000-${String(row).padStart(12, '0')}`;
      const at = startMs + row;
      addUser.run({ id: owner, name: `player${row}`, tag: `player${row}#0001`, email: `player${row}@example.org`, at });
      const activity = startMs + ((row * 7919) % fullRows) * (day / 2000);
      addRoom.run({ id: roomIdOf(row), name: `Room ${row}`, owner, type: types[row % types.length], at, activity });
    }
  })();
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}
