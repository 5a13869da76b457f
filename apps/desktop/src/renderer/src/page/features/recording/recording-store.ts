import { create } from 'zustand';

interface RecordingState {
  /** When the recording began, in ms since 1970; undefined if the user is not recording. */
  readonly sinceMs: number | undefined;
  /** True if the browser stores nothing; what was played waits in memory. */
  readonly isFailing: boolean;
  /** The result of the last stop or save: the name of the new recording, or "" if nothing was played. */
  readonly saved: string | undefined;
}

export const useRecording = create<RecordingState>()(() => ({
  sinceMs: undefined,
  isFailing: false,
  saved: undefined,
}));
