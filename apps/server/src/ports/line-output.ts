/** Writes lines for people or programs outside this process, and never waits for them. */
export interface LineOutput {
  /** @param line with its line feed; dropped if too many lines are waiting. */
  write(line: string): void;
  /** Lines dropped so far. */
  readonly dropped: number;
  /** Resolves when every line is written, when nothing more can be written, or when the time is over. */
  flushed(withinMs: number): Promise<void>;
}
