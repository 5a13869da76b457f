import { create } from 'zustand';
import type { ScoreTrack } from './score.ts';

export interface PlaybackTrack extends ScoreTrack {
  readonly isOn: boolean;
}

interface PlaybackState {
  /** Undefined if no file is loaded. */
  readonly file: { readonly name: string; readonly lengthUs: number } | undefined;
  readonly tracks: readonly PlaybackTrack[];
  readonly isPlaying: boolean;
  /** A factor of the file's own tempo. */
  readonly speed: number;
  /** The audience of the file. */
  readonly audience: 'room' | 'self';
  /** Why a file could not be opened. */
  readonly failure: string | undefined;
}

export const nothingLoaded: PlaybackState = {
  file: undefined,
  tracks: [],
  isPlaying: false,
  speed: 1,
  audience: 'self',
  failure: undefined,
};

export const usePlayback = create<PlaybackState>()(() => nothingLoaded);
