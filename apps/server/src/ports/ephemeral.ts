/** A count within a time window; `resetAt` is the window's end, ms since 1970. */
export interface WindowCount {
  readonly count: number;
  readonly resetAt: number;
}

/** A count of amounts, and the most that it may come to within its window. */
interface SpentCount {
  readonly key: string;
  readonly limit: number;
}

/** The count that an amount would have exceeded; `resetAt` is its window's end, ms since 1970. */
interface Overspent {
  readonly index: number;
  readonly resetAt: number;
}

/** Short-lived state that several processes could share. Keys expire by themselves. */
export interface Ephemeral {
  set(key: string, value: string, ttlMs: number): Promise<void>;
  get(key: string): Promise<string | undefined>;
  /** Sets the key only if it is free; resolves with true if it was. */
  setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean>;
  /** Reads and removes in one step, so that only one of several callers gets the value. */
  take(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  /**
   * Adds an amount to every count, in one step, or to none if one of them would exceed its limit: then resolves with its index and
   * the end of its window. Each window starts with the first amount.
   */
  spend(counts: readonly SpentCount[], amount: number, windowMs: number): Promise<Overspent | undefined>;
  /** Adds one within a window that starts with the first call; without a promise if no other process has to be asked. */
  increment(key: string, windowMs: number): WindowCount | Promise<WindowCount>;
}
