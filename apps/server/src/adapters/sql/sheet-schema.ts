import type { SheetRecord } from '../../ports/sheet-storage.ts';

export interface RoomSheetsTable {
  sheet_id: string;
  room_id: string;
  name: string;
  kind: SheetRecord['kind'];
  /** Base64. */
  data: string;
  bytes: number;
  added_at: number;
  /** Null if that account is gone. */
  added_by: string | null;
}

export interface SetListsTable {
  room_id: string;
  /** JSON. */
  entries: string;
}
