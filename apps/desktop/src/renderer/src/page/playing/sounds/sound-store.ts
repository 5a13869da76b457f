import { create } from 'zustand';

interface SoundState {
  /** The recorded piano: on its way (the keys sound lighter until then), playing, or not to be had. */
  readonly piano: 'coming' | 'playing' | 'failed';
  /** How much of the piano is here, 0 to 1. */
  readonly pianoPart: number;
  /** Programs on their way. */
  readonly coming: ReadonlySet<number>;
  /** Programs that did not come. */
  readonly failed: ReadonlySet<number>;
  /** The name of the player's own sound bank; undefined while Roomtone's plays. */
  readonly ownBank: string | undefined;
  /** What is the matter with the file just chosen. */
  readonly bankProblem: 'unreadable' | 'not-kept' | undefined;
}

export const useSounds = create<SoundState>()(() => ({
  piano: 'coming',
  pianoPart: 0,
  coming: new Set(),
  failed: new Set(),
  ownBank: undefined,
  bankProblem: undefined,
}));
