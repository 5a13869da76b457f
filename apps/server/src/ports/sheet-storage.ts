import type { SetListEntry, SheetKind } from '@roomtone/protocol/rest';
import type { RoomRecord } from './room-storage.ts';
import type { OpenSheetRecord } from './stand.ts';

/** A sheet that is kept for a room. */
export interface SheetRecord {
  /** Nobody can guess it. */
  readonly sheetId: string;
  readonly roomId: string;
  readonly name: string;
  readonly kind: SheetKind;
  /** Base64. */
  readonly data: string;
  readonly bytes: number;
  /** ms since 1970. */
  readonly addedAt: number;
  /** The user who added it; "" if that account is gone. */
  readonly addedBy: string;
}

/** A sheet as it is listed: without its content, and with the name of who added it, which is "" if that account is gone. */
export interface ListedSheetRecord extends Omit<SheetRecord, 'data'> {
  readonly addedByName: string;
  readonly addedByDisplayName: string;
}

export type SetListEntryRecord = SetListEntry;

/** Sheets and set lists. They end with their room. */
export interface SheetStorage {
  /** Resolves with false if the room already has `quota`, with undefined if the room is gone. */
  addSheet(sheet: SheetRecord, quota: number): Promise<boolean | undefined>;
  /** The oldest first. */
  sheetsOf(roomId: string): Promise<readonly ListedSheetRecord[]>;
  sheetById(roomId: string, sheetId: string): Promise<SheetRecord | undefined>;
  /** Deletes a sheet, which is then on no stand. Resolves with the room, or with undefined if there was no such sheet. */
  deleteSheet(roomId: string, sheetId: string): Promise<RoomRecord | undefined>;
  /** Resolves with undefined if the room is gone. */
  openSheet(roomId: string, sheet: OpenSheetRecord): Promise<RoomRecord | undefined>;
  setListOf(roomId: string): Promise<readonly SetListEntryRecord[]>;
  /** Replaces the set list. An entry that is on and no longer in it is not on. Resolves with undefined if the room is gone. */
  setSetList(roomId: string, entries: readonly SetListEntryRecord[]): Promise<RoomRecord | undefined>;
}
