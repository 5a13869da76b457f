import { create } from 'zustand';

interface SoundState {
  /** The recorded piano is loading (a simple sound plays until then), playing, or failed to load. */
  readonly piano: 'loading' | 'playing' | 'failed';
  /** The loaded part of the piano, 0 to 1. */
  readonly pianoLoadedPart: number;
  /** Programs being loaded. */
  readonly loading: ReadonlySet<number>;
  /** Programs that failed to load. */
  readonly failed: ReadonlySet<number>;
  /** The name of the user's own sound bank; undefined while Roomtone's sounds play. */
  readonly ownBank: string | undefined;
  /** Why the file just chosen cannot be used or kept. */
  readonly bankProblem: 'unreadable' | 'not-kept' | undefined;
}

export const useSounds = create<SoundState>()(() => ({
  piano: 'loading',
  pianoLoadedPart: 0,
  loading: new Set(),
  failed: new Set(),
  ownBank: undefined,
  bankProblem: undefined,
}));
