/** A count within a time window; `resetAt` is the window's end, ms since 1970. */
export interface WindowCount {
  readonly count: number;
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
  /** Adds one within a window that starts with the first call; without a promise if no other process has to be asked. */
  increment(key: string, windowMs: number): WindowCount | Promise<WindowCount>;
}
