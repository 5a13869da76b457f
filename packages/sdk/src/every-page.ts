// Lists that come in pages, as async iterators.
import type { Caller } from './bots.ts';
import { type AuditLogOptions, auditCalls } from './calls/audit.ts';
import { type RoomListOptions, roomCalls } from './calls/rooms.ts';
import type { RoomInfo } from './room/from-wire.ts';
import type { AuditEntry } from './views.ts';

const roomsOfPage = 100;

/** Every room of the list, latest activity first. A page is fetched when the one before has been read. */
export async function* everyRoom(
  { call }: Caller,
  options: Omit<RoomListOptions, 'page' | 'limit'> = {},
): AsyncGenerator<RoomInfo, void, undefined> {
  const rooms = roomCalls(call);
  // A room that moves while the pages are read may be on two of them.
  const seen = new Set<string>();
  for (let [page, pages] = [1, 1]; page <= pages; page++) {
    const view = await rooms.list({ ...options, page, limit: roomsOfPage });
    pages = view.pagination.pages;
    for (const room of view.rooms) {
      if (seen.has(room.roomId)) continue;
      seen.add(room.roomId);
      yield room;
    }
  }
}

/** Every entry of the audit log, newest first. For admins. */
export async function* everyAuditEntry(
  { call }: Caller,
  options: Omit<AuditLogOptions, 'before' | 'limit'> = {},
): AsyncGenerator<AuditEntry, void, undefined> {
  const log = auditCalls(call);
  let before: string | undefined;
  do {
    const { entries, next } = await log.list({ ...options, ...(before === undefined ? {} : { before }) });
    yield* entries;
    before = next ?? undefined;
  } while (before !== undefined);
}
