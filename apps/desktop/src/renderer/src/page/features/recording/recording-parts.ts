import { createContext } from 'react';
import { useRequiredContext } from '../../required-context.ts';
import type { Library } from './library.ts';
import type { Recorder } from './recorder.ts';

export interface RecordingParts {
  readonly recorder: Recorder;
  readonly library: Library;
}

export const RecordingContext = createContext<RecordingParts | undefined>(undefined);

/** Only valid inside the app. */
export function useRecordingParts(): RecordingParts {
  return useRequiredContext(RecordingContext);
}
