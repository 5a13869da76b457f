import type { Clock, Ephemeral } from '../ports.ts';

const sweepIntervalMs = 30_000;

interface Entry {
  /** A count is a number and grows in place: every request is counted. */
  value: string | number;
  readonly expiresAt: number;
}

/**
 * Short-lived state of one process. A key is gone the moment its time is over by `clock`; what nobody asks for again is
 * swept with later writes, so that no key needs a timer.
 */
export function createMemoryEphemeral(clock: Pick<Clock, 'nowMs'>): Ephemeral {
  const entries = new Map<string, Entry>();
  let nextSweep = clock.nowMs() + sweepIntervalMs;

  const read = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry === undefined || entry.expiresAt > clock.nowMs()) return entry;
    entries.delete(key);
    return undefined;
  };
  const write = (key: string, value: string | number, expiresAt: number): void => {
    const now = clock.nowMs();
    if (now >= nextSweep) {
      nextSweep = now + sweepIntervalMs;
      for (const [old, entry] of entries) if (entry.expiresAt <= now) entries.delete(old);
    }
    entries.set(key, { value, expiresAt });
  };

  return {
    async set(key, value, ttlMs) {
      write(key, value, clock.nowMs() + ttlMs);
    },
    async get(key) {
      return textOf(read(key));
    },
    async setIfAbsent(key, value, ttlMs) {
      if (read(key) !== undefined) return false;
      write(key, value, clock.nowMs() + ttlMs);
      return true;
    },
    async take(key) {
      const entry = read(key);
      entries.delete(key);
      return textOf(entry);
    },
    async delete(key) {
      entries.delete(key);
    },
    increment(key, windowMs) {
      const before = read(key);
      if (before === undefined) {
        const resetAt = clock.nowMs() + windowMs;
        write(key, 1, resetAt);
        return { count: 1, resetAt };
      }
      const count = Number(before.value) + 1;
      before.value = count;
      return { count, resetAt: before.expiresAt };
    },
  };
}

function textOf(entry: Entry | undefined): string | undefined {
  return entry === undefined ? undefined : String(entry.value);
}
