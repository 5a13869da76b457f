import { create } from 'zustand';
import type { ScoreTrack } from './score.ts';

export interface PlaybackTrack extends ScoreTrack {
  readonly isOn: boolean;
}

interface PlaybackState {
  /** What is loaded; undefined for nothing. */
  readonly piece: { readonly name: string; readonly lengthUs: number } | undefined;
  readonly tracks: readonly PlaybackTrack[];
  readonly isPlaying: boolean;
  /** A factor of the piece's own tempo. */
  readonly speed: number;
  /** Who hears it. */
  readonly audience: 'room' | 'self';
  /** Why a file could not be opened. */
  readonly failure: string | undefined;
}

export const nothingLoaded: PlaybackState = {
  piece: undefined,
  tracks: [],
  isPlaying: false,
  speed: 1,
  audience: 'room',
  failure: undefined,
};

export const usePlayback = create<PlaybackState>()(() => nothingLoaded);
