import { create } from 'zustand';
import type { Take } from './take.ts';

interface RecordingsState {
  readonly isOpen: boolean;
  /** loading: nothing is known yet. failed: this browser stores nothing. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** Newest first. */
  readonly takes: readonly Take[];
  /** The take that is being rendered to a file of sound, and how much of it is done, 0 to 1. */
  readonly rendering: { readonly takeId: string; readonly part: number } | undefined;
}

export const useRecordings = create<RecordingsState>()(() => ({
  isOpen: false,
  status: 'loading',
  takes: [],
  rendering: undefined,
}));
