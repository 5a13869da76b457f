/** The result of a check: `info` is neither good nor bad, `skipped` could not be looked at. */
export type Verdict = 'good' | 'info' | 'warning' | 'bad' | 'skipped';

export interface Finding {
  /** The subject, in a word or two. */
  readonly about: string;
  readonly verdict: Verdict;
  /** The finding. */
  readonly words: string;
  /** The advice; absent if there is nothing to do. */
  readonly advice?: string;
}
