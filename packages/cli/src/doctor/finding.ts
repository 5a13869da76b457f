/** What a check has found: `info` is neither good nor bad, `skipped` could not be looked at. */
export type Verdict = 'good' | 'info' | 'warning' | 'bad' | 'skipped';

export interface Finding {
  /** What was looked at, in a word or two. */
  readonly about: string;
  readonly verdict: Verdict;
  /** What was found. */
  readonly words: string;
  /** What to do; absent if there is nothing to do. */
  readonly advice?: string;
}
