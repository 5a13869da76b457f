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
