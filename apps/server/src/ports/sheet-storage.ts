import type { SetListEntry, SheetKind } from '@roomtone/protocol/rest';
import type { RoomRecord } from './room-storage.ts';

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
}

/** What lies on everybody's music stand, without the version of the set list. */
export interface OpenSheetRecord {
  /** "" for none. */
  readonly sheetId: string;
  /** A measure in playing order, from 0, and the bar of the metronome, from 1, that it is. */
  readonly measure: number;
  readonly bar: number;
  /** "" for none. */
  readonly entryId: string;
  readonly title: string;
  /** "" for none. */
  readonly fileId: string;
}

export interface StandRecord extends OpenSheetRecord {
  /** Grows with each change of the set list. */
  readonly setListVersion: number;
}

export type SetListEntryRecord = SetListEntry;

/** Sheets and set lists. They end with their room. */
export interface SheetStorage {
  /** Resolves with false if the room already has `quota`, with undefined if the room is gone. */
  addSheet(sheet: SheetRecord, quota: number): Promise<boolean | undefined>;
  /** Without their content, the oldest first. */
  sheetsOf(roomId: string): Promise<readonly Omit<SheetRecord, 'data'>[]>;
  sheetById(roomId: string, sheetId: string): Promise<SheetRecord | undefined>;
  /** Deletes a sheet, which is then on no stand. Resolves with the room, or with undefined if there was no such sheet. */
  deleteSheet(roomId: string, sheetId: string): Promise<RoomRecord | undefined>;
  /** Resolves with undefined if the room is gone. */
  openSheet(roomId: string, sheet: OpenSheetRecord): Promise<RoomRecord | undefined>;
  setListOf(roomId: string): Promise<readonly SetListEntryRecord[]>;
  /** Replaces the set list. An entry that is on and no longer in it is not on. Resolves with undefined if the room is gone. */
  setSetList(roomId: string, entries: readonly SetListEntryRecord[]): Promise<RoomRecord | undefined>;
}
