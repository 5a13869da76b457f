import type { SetListEntry } from '@roomtone/sdk';
import { create } from 'zustand';

interface SetListState {
  readonly entries: readonly SetListEntry[];
  /** The one that is on; "" for none. */
  readonly entryId: string;
  /** The title of what is open for everybody; "" for nothing. */
  readonly title: string;
  /** The sheet that is open for everybody; "" for none. */
  readonly sheetId: string;
  /** It has a file to play along. */
  readonly hasFile: boolean;
}

export const useSetList = create<SetListState>()(() => ({
  entries: [],
  entryId: '',
  title: '',
  sheetId: '',
  hasFile: false,
}));

/** The entry after the one that is on, or before it. */
export function entryBeside({ entries, entryId }: SetListState, by: 1 | -1): SetListEntry | undefined {
  const on = entries.findIndex((entry) => entry.entryId === entryId);
  return on < 0 && by < 0 ? undefined : entries[on + by];
}
