import { createContext } from 'react';
import type { Performer } from '../../contract/performer.ts';
import { useRequiredContext } from '../required-context.ts';
import type { MidiInputs } from './input/midi-inputs.ts';
import type { MidiLearn } from './input/midi-learn.ts';
import type { MidiMonitor } from './input/midi-monitor.ts';
import type { BeatLights } from './metronome/beat-lights.ts';
import type { AudioEngine } from './sound/audio-engine.ts';
import type { Stage } from './stage/stage.ts';

/** Everything that plays notes, makes them sound and shows them. */
export interface PlayingParts {
  readonly performer: Performer;
  readonly engine: AudioEngine;
  readonly midi: MidiInputs;
  readonly learn: MidiLearn;
  readonly monitor: MidiMonitor;
  readonly stage: Stage;
  readonly beats: BeatLights;
}

export const PlayingContext = createContext<PlayingParts | undefined>(undefined);

/** Only valid inside the app. */
export function usePlayingParts(): PlayingParts {
  return useRequiredContext(PlayingContext);
}
