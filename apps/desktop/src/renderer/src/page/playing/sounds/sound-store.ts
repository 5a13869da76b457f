import { create } from 'zustand';

interface SoundState {
  /**
   * The recorded piano: nobody has played a piano so far, it is loading (a simple sound plays until then), playing, or failed
   * to load.
   */
  readonly piano: 'unused' | 'loading' | 'playing' | 'failed';
  /** The loaded part of what the piano needs to play, 0 to 1. */
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
  piano: 'unused',
  pianoLoadedPart: 0,
  loading: new Set(),
  failed: new Set(),
  ownBank: undefined,
  bankProblem: undefined,
}));
