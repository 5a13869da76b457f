import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';

const sweepIntervalMs = 30_000;
/** The clocks drift by less than this within a window. */
const steppedMs = 500;

interface Entry {
  /** A count is a number and grows in place: every request is counted. */
  value: string | number;
  /** Service clock, ms. */
  readonly expiresAt: number;
  /** The same as people read it: wall clock, ms. */
  resetAt: number;
}

/**
 * Short-lived state of one process. A key is gone the moment its time is over by the service clock, whatever becomes of the
 * wall clock; what nobody asks for again is swept with later writes, so that no key needs a timer.
 */
export function createMemoryEphemeral(clock: Clock): Ephemeral {
  const nowMs = () => clock.serviceUs() / 1000;
  const entries = new Map<string, Entry>();
  let nextSweep = nowMs() + sweepIntervalMs;

  const read = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry === undefined || entry.expiresAt > nowMs()) return entry;
    entries.delete(key);
    return undefined;
  };
  const write = (key: string, value: string | number, ttlMs: number): void => {
    const now = nowMs();
    if (now >= nextSweep) {
      nextSweep = now + sweepIntervalMs;
      for (const [old, entry] of entries) if (entry.expiresAt <= now) entries.delete(old);
    }
    entries.set(key, { value, expiresAt: now + ttlMs, resetAt: clock.nowMs() + ttlMs });
  };
  /** The same each time unless the wall clock was stepped. */
  const resetAt = (entry: Entry): number => {
    const shown = clock.nowMs() + Math.round(entry.expiresAt - nowMs());
    if (Math.abs(shown - entry.resetAt) >= steppedMs) entry.resetAt = shown;
    return entry.resetAt;
  };

  return {
    async set(key, value, ttlMs) {
      write(key, value, ttlMs);
    },
    async get(key) {
      return textOf(read(key));
    },
    async setIfAbsent(key, value, ttlMs) {
      if (read(key) !== undefined) return false;
      write(key, value, ttlMs);
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
    async spend(counts, amount, windowMs) {
      const found = counts.map(({ key }) => read(key));
      const index = counts.findIndex(({ limit }, at) => Number(found[at]?.value ?? 0) + amount > limit);
      if (index !== -1) {
        const entry = found[index];
        return { index, resetAt: entry === undefined ? clock.nowMs() : resetAt(entry) };
      }
      for (const [at, { key }] of counts.entries()) {
        const entry = found[at];
        if (entry === undefined) write(key, amount, windowMs);
        else entry.value = Number(entry.value) + amount;
      }
      return undefined;
    },
    increment(key, windowMs) {
      const before = read(key);
      if (before === undefined) {
        write(key, 1, windowMs);
        return { count: 1, resetAt: clock.nowMs() + windowMs };
      }
      const count = Number(before.value) + 1;
      before.value = count;
      return { count, resetAt: resetAt(before) };
    },
  };
}

function textOf(entry: Entry | undefined): string | undefined {
  return entry === undefined ? undefined : String(entry.value);
}
