/** How often within a window, and when that ends, ms since 1970. */
export interface WindowCount {
  readonly count: number;
  readonly resetAt: number;
}

/** Short-lived state: several processes can share it later. Keys expire by themselves. */
export interface Ephemeral {
  set(key: string, value: string, ttlMs: number): Promise<void>;
  get(key: string): Promise<string | undefined>;
  /** Sets the key only if it is free; tells whether it was. */
  setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean>;
  /** Reads and removes in one step: of several callers one gets the value. */
  take(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  /** Adds one within a window that starts with the first; at once where that takes no way to another process. */
  increment(key: string, windowMs: number): WindowCount | Promise<WindowCount>;
}
