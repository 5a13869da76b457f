import type { Kysely } from 'kysely';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { ListedSheetRecord, SetListEntryRecord, SheetRecord } from '../../ports/sheet-storage.ts';
import type { OpenSheetRecord, StandRecord } from '../../ports/stand.ts';
import { roomById } from './room-operations.ts';
import type { Schema } from './schema.ts';
import type { RoomSheetsTable } from './sheet-schema.ts';

type Db = Kysely<Schema>;

const emptyStand: StandRecord = {
  ...{ sheetId: '', measure: 0, beat: 0, entryId: '', title: '', fileId: '' },
  setListVersion: 0,
};

export async function addSheet(db: Db, sheet: SheetRecord, quota: number): Promise<boolean | undefined> {
  const { roomId } = sheet;
  if ((await roomById(db, roomId)) === undefined) return undefined;
  const { count } = await db
    .selectFrom('room_sheets')
    .select((all) => all.fn.countAll<number>().as('count'))
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= quota) return false;
  const user = await db.selectFrom('users').select('user_id').where('user_id', '=', sheet.addedBy).executeTakeFirst();
  await db
    .insertInto('room_sheets')
    .values({
      sheet_id: sheet.sheetId,
      room_id: roomId,
      name: sheet.name,
      kind: sheet.kind,
      data: sheet.data,
      bytes: sheet.bytes,
      added_at: sheet.addedAt,
      // The account may have been deleted meanwhile.
      added_by: user?.user_id ?? null,
    })
    .execute();
  return true;
}

export async function sheetsOf(db: Db, roomId: string): Promise<readonly ListedSheetRecord[]> {
  const rows = await db
    .selectFrom('room_sheets')
    .leftJoin('users', 'users.user_id', 'room_sheets.added_by')
    .select(['sheet_id', 'room_id', 'name', 'kind', 'bytes', 'added_at', 'added_by'])
    .select(['users.username as username', 'users.display_name as display_name'])
    .where('room_id', '=', roomId)
    .orderBy('added_at')
    .orderBy('sheet_id')
    .execute();
  return rows.map((row) => ({
    ...toEntry(row),
    addedByName: row.username ?? '',
    addedByDisplayName: row.display_name ?? row.username ?? '',
  }));
}

export async function sheetById(db: Db, roomId: string, sheetId: string): Promise<SheetRecord | undefined> {
  const row = await db
    .selectFrom('room_sheets')
    .selectAll()
    .where('sheet_id', '=', sheetId)
    .where('room_id', '=', roomId)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...toEntry(row), data: row.data };
}

export async function deleteSheet(db: Db, roomId: string, sheetId: string): Promise<RoomRecord | undefined> {
  const { numDeletedRows } = await db
    .deleteFrom('room_sheets')
    .where('sheet_id', '=', sheetId)
    .where('room_id', '=', roomId)
    .executeTakeFirst();
  const room = numDeletedRows === 1n ? await roomById(db, roomId) : undefined;
  const { stand } = room ?? {};
  if (stand?.sheetId !== sheetId && stand?.fileId !== sheetId) return room;
  const { setListVersion } = stand;
  if (stand.sheetId === sheetId) return setStand(db, roomId, { ...emptyStand, setListVersion });
  return setStand(db, roomId, { ...stand, fileId: '' });
}

export async function openSheet(db: Db, roomId: string, sheet: OpenSheetRecord): Promise<RoomRecord | undefined> {
  const room = await roomById(db, roomId);
  if (room === undefined) return undefined;
  return setStand(db, roomId, { ...sheet, setListVersion: room.stand?.setListVersion ?? 0 });
}

export async function setListOf(db: Db, roomId: string): Promise<readonly SetListEntryRecord[]> {
  const row = await db.selectFrom('set_lists').select('entries').where('room_id', '=', roomId).executeTakeFirst();
  // Only setSetList() writes it.
  return row === undefined ? [] : (JSON.parse(row.entries) as SetListEntryRecord[]);
}

export async function setSetList(
  db: Db,
  roomId: string,
  list: readonly SetListEntryRecord[],
): Promise<RoomRecord | undefined> {
  const room = await roomById(db, roomId);
  if (room === undefined) return undefined;
  const entries = JSON.stringify(list);
  await db
    .insertInto('set_lists')
    .values({ room_id: roomId, entries })
    .onConflict((conflict) => conflict.column('room_id').doUpdateSet({ entries }))
    .execute();
  const stand = room.stand ?? emptyStand;
  const isOn = list.some((entry) => entry.entry_id === stand.entryId);
  const setListVersion = stand.setListVersion + 1;
  return setStand(db, roomId, { ...stand, ...(isOn ? {} : { entryId: '' }), setListVersion });
}

async function setStand(db: Db, roomId: string, stand: StandRecord): Promise<RoomRecord | undefined> {
  await db
    .updateTable('rooms')
    .set({ stand: JSON.stringify(stand) })
    .where('room_id', '=', roomId)
    .execute();
  return roomById(db, roomId);
}

function toEntry(row: Omit<RoomSheetsTable, 'data'>): Omit<SheetRecord, 'data'> {
  return {
    sheetId: row.sheet_id,
    roomId: row.room_id,
    name: row.name,
    kind: row.kind,
    bytes: row.bytes,
    addedAt: row.added_at,
    addedBy: row.added_by ?? '',
  };
}
