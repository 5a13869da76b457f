import { createContext } from 'react';
import { useRequiredContext } from '../../required-context.ts';
import type { Recorder } from './recorder.ts';
import type { Recordings } from './recordings.ts';

export interface RecordingParts {
  readonly recorder: Recorder;
  readonly recordings: Recordings;
}

export const RecordingContext = createContext<RecordingParts | undefined>(undefined);

/** Only valid inside the app. */
export function useRecordingParts(): RecordingParts {
  return useRequiredContext(RecordingContext);
}
