import type { MidiFile } from '@roomtone/smf';
import { createContext } from 'react';
import { useRequiredContext } from '../../required-context.ts';

/** Somebody in the room who plays. */
interface LoopPlayer {
  readonly participantId: number;
  readonly userId: string;
  readonly name: string;
  readonly color: string;
  /** The sound of the part: a General MIDI program, or the drum kit. */
  readonly program: number;
}

/** Everything that the loops need to know of the room they are in. */
export interface LoopPlace {
  readonly self: number;
  readonly players: readonly LoopPlayer[];
  /** Why the user may not change loops; undefined if they may. */
  readonly denial: 'guest' | 'muted' | 'moderators' | 'notPlaying' | undefined;
  /** True for the room's owner and moderators, who may change everybody's loops. */
  readonly mayModerate: boolean;
  readonly bpm: number;
  readonly beatsPerBar: number;
  readonly isRunning: boolean;
  /** Starts the metronome after a count-in; undefined if the user may not. */
  readonly startMetronome: (() => Promise<void>) | undefined;
  /** Reads the tracks of a MIDI file; `invalid` for anything else. */
  readonly readTracks: (file: ArrayBuffer) => Promise<Pick<MidiFile, 'tracks' | 'tempos'> | 'invalid'>;
}

export const LoopPlaceContext = createContext<LoopPlace | undefined>(undefined);

/** Only valid inside a room. */
export function useLoopPlace(): LoopPlace {
  return useRequiredContext(LoopPlaceContext);
}
