import Database from 'better-sqlite3';
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRooms } from '../../src/adapters/sql/room-list-operations.ts';
import type { Schema } from '../../src/adapters/sql/schema.ts';
import { migrateToLatest } from '../../src/migrations/apply-migrations.ts';
import type { RoomListRequest } from '../../src/ports/room-storage.ts';

const rooms = 10_000;
const owners = 250;
const types = ['public', 'private', 'pro', 'public'] as const;

let database: Database.Database;
let db: Kysely<Schema>;
let asked: CompiledQuery[] = [];

beforeAll(async () => {
  database = new Database(':memory:');
  db = new Kysely<Schema>({
    dialect: new SqliteDialect({ database }),
    log: ({ query }) => void asked.push(query),
  });
  await migrateToLatest(db);
  database.transaction(fill)();
});
afterAll(() => db?.destroy());

/** Rooms with activity in random order, many of them at the same time. */
function fill(): void {
  const user = database.prepare(
    `insert into users (user_id, username, username_key, user_tag, password_hash, roles, created_at)
     values (@id, @id, @id, @id, '', '[]', 0)`,
  );
  for (let index = 0; index < owners; index++) user.run({ id: `user-${index}` });
  const room = database.prepare(
    `insert into rooms (room_id, room_name, owner_id, room_type, max_users, settings, created_at,
       last_activity)
     values (@id, 'Room', @owner, @type, 20, '{}', 0, @activity)`,
  );
  for (let index = 0; index < rooms; index++) {
    const type = types[index % types.length];
    room.run({ id: roomId(index), owner: `user-${index % owners}`, type, activity: activityOf(index) });
  }
  database.prepare("update rooms set moderators = 'user-1' where room_id = ?").run(roomId(41));
}

const roomId = (index: number) => `room-${String(index).padStart(5, '0')}`;
const activityOf = (index: number) => (index * 7919) % 3331;

/** The expected list, computed in memory. */
function expected({ roomTypes, ofUserId, roomIds, page, limit }: RoomListRequest) {
  const matching = Array.from({ length: rooms }, (_, index) => index)
    .filter((index) => roomTypes.some((type) => type === types[index % types.length]))
    .filter(
      (index) =>
        ofUserId === undefined || ofUserId === `user-${index % owners}` || (index === 41 && ofUserId === 'user-1'),
    )
    .filter((index) => roomIds === undefined || roomIds.includes(roomId(index)))
    .sort((one, other) => activityOf(other) - activityOf(one) || one - other);
  return { ids: matching.slice((page - 1) * limit, page * limit).map(roomId), total: matching.length };
}

function planOf({ sql, parameters }: CompiledQuery): string[] {
  const plan = database.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
  return plan.map(({ detail }) => detail);
}

const occupied = Array.from({ length: 700 }, (_, index) => roomId(index * 13));
const everybody = { roomTypes: ['public', 'pro'] } as const;

test.each<[string, Omit<RoomListRequest, 'page' | 'limit'>]>([
  ['no filter', everybody],
  ['room_type=public', { roomTypes: ['public'] }],
  ['room_type=pro', { roomTypes: ['pro'] }],
  ['room_type=private of a user', { roomTypes: ['private'], ofUserId: 'user-1' }],
  ['has_users=true', { ...everybody, roomIds: occupied }],
  ['room_type=pro&has_users=true', { roomTypes: ['pro'], roomIds: occupied }],
  ['room_type=private&has_users=true of a user', { roomTypes: ['private'], ofUserId: 'user-1', roomIds: occupied }],
])(
  'S18.8: of 10,000 rooms a page with %s is read from an index: nothing scanned, nothing sorted',
  async (_, filter) => {
    const { total } = expected({ ...filter, page: 1, limit: 1 });
    for (const [page, limit] of [
      [1, 20],
      [2, 100],
      [Math.ceil(total / 20), 20],
      [Math.ceil(total / 20) + 1, 20],
    ] as const) {
      asked = [];
      const found = await listRooms(db, { ...filter, page, limit });
      expect({ ids: found.rooms.map((room) => room.roomId), total: found.total }).toEqual(
        expected({ ...filter, page, limit }),
      );
      expect(asked.length).toBeGreaterThan(0);
      for (const step of asked.flatMap(planOf)) {
        expect(step).not.toMatch(/^SCAN|TEMP B-TREE/);
        if (step.startsWith('SEARCH')) expect(step).toMatch(/USING (COVERING )?INDEX/);
      }
    }
  },
);
