import { createContext } from 'react';
import { useGiven } from '../../given.ts';
import type { Library } from './library.ts';
import type { Recorder } from './recorder.ts';

export interface RecordingParts {
  readonly recorder: Recorder;
  readonly library: Library;
}

export const RecordingContext = createContext<RecordingParts | undefined>(undefined);

/** Only valid inside the app. */
export function useRecordingParts(): RecordingParts {
  return useGiven(RecordingContext);
}
