import { create } from 'zustand';

interface RecordingState {
  /** Since when is being recorded, ms since 1970; undefined when that is not asked for. */
  readonly sinceMs: number | undefined;
  /** The browser takes nothing: what was heard waits in memory. */
  readonly isFailing: boolean;
  /** What the last press of a button came to: the name of what lies in the library now; "" when nothing was played. */
  readonly saved: string | undefined;
}

export const useRecording = create<RecordingState>()(() => ({
  sinceMs: undefined,
  isFailing: false,
  saved: undefined,
}));
