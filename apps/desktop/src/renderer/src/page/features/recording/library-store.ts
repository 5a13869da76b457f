import { create } from 'zustand';
import type { Take } from './take.ts';

interface LibraryState {
  readonly isOpen: boolean;
  /** loading: nothing is known yet. failed: this browser stores nothing. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** Newest first. */
  readonly takes: readonly Take[];
}

export const useLibrary = create<LibraryState>()(() => ({ isOpen: false, status: 'loading', takes: [] }));
