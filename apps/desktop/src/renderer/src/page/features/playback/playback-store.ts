import type { LyricLine, MidiRepair, TextEncoding } from '@roomtone/smf';
import { create } from 'zustand';
import type { OwnPart } from './playback.ts';
import type { JudgedNote } from './practice-result.ts';
import type { ScoreTrack } from './score.ts';

interface PlaybackTrack extends ScoreTrack {
  readonly isOn: boolean;
}

interface PlaybackState {
  /** Undefined if no file is loaded. */
  readonly file: { readonly name: string; readonly lengthUs: number } | undefined;
  readonly tracks: readonly PlaybackTrack[];
  /** The lines of the song; empty without lyrics. */
  readonly lyrics: readonly LyricLine[];
  /** That of the file's names and lyrics; undefined for a recording and for a sheet. */
  readonly encoding: TextEncoding | undefined;
  /** How a damaged file was mended. */
  readonly repairs: readonly MidiRepair[];
  readonly showsLyrics: boolean;
  readonly isPlaying: boolean;
  /** A factor of the file's own tempo. */
  readonly speed: number;
  /** The part that the user plays; the file leaves it out. */
  readonly ownPart: OwnPart;
  /** The file waits until the user has played their notes. */
  readonly waits: boolean;
  /** A passage that repeats; until it has an end, it has a beginning only. The bars are from 1, 0 for a piece without bars. */
  readonly loop:
    | { readonly fromUs: number; readonly fromBar: number; readonly toUs: number | undefined; readonly toBar: number }
    | undefined;
  /** How the user played their part, up to where it stopped last. */
  readonly result: readonly JudgedNote[];
  /** Notes fall towards the keys before they are due. */
  readonly showsAhead: boolean;
  /** The metronome has the file's tempo. */
  readonly leadsMetronome: boolean;
  /** The file has a tempo to follow. */
  readonly hasTempo: boolean;
  /** The file is small enough to be shared with the room. */
  readonly canShare: boolean;
  /** The audience of the file. */
  readonly audience: 'room' | 'self';
  /** Why a file could not be opened. */
  readonly failure: string | undefined;
}

export const nothingLoaded: PlaybackState = {
  file: undefined,
  tracks: [],
  lyrics: [],
  encoding: undefined,
  repairs: [],
  showsLyrics: true,
  isPlaying: false,
  speed: 1,
  ownPart: 'none',
  waits: true,
  loop: undefined,
  result: [],
  showsAhead: true,
  leadsMetronome: false,
  hasTempo: false,
  canShare: false,
  audience: 'self',
  failure: undefined,
};

export const usePlayback = create<PlaybackState>()(() => nothingLoaded);
