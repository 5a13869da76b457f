import { beforeEach, expect, test } from 'vitest';
import type { Awaitable } from '../../src/ports/awaitable.ts';
import type { Ephemeral, WindowCount } from '../../src/ports/ephemeral.ts';

export interface EphemeralUnderTest {
  readonly ephemeral: Ephemeral;
  /** Advances all clocks. */
  advance(ms: number): Awaitable<void>;
  /** Steps the wall clock only. */
  stepWall(ms: number): void;
  nowMs(): number;
  /** How exact its times are: 1 ms where a test owns the clock, more where real time passes as well. */
  readonly grainMs: number;
}

const minuteMs = 60_000;

/** Every Ephemeral passes this suite. */
export function ephemeralContract(setUp: () => Awaitable<EphemeralUnderTest>): void {
  let ephemeral: Ephemeral;
  let subject: EphemeralUnderTest;
  let grainMs: number;

  beforeEach(async () => {
    subject = await setUp();
    ({ ephemeral, grainMs } = subject);
  });

  const expectCount = (counted: WindowCount, count: number, resetAt: number) => {
    expect(counted.count).toBe(count);
    expect(Math.abs(counted.resetAt - resetAt)).toBeLessThan(grainMs);
  };

  test('ports: a key has its value until it expires, and not a millisecond longer', async () => {
    await ephemeral.set('key', 'value', minuteMs);
    await subject.advance(minuteMs - grainMs);
    expect(await ephemeral.get('key')).toBe('value');
    await subject.advance(grainMs);
    expect(await ephemeral.get('key')).toBeUndefined();
  });

  test.each([
    ['forward', 1],
    ['back', -1],
  ])('ports: stepping the wall clock %s by a year changes no key’s lifetime', async (_, direction) => {
    const yearMs = 365 * 86_400_000;
    await ephemeral.set('key', 'value', minuteMs);
    const { resetAt } = await ephemeral.increment('count', 60 * minuteMs);
    subject.stepWall(direction * yearMs);
    await subject.advance(minuteMs - grainMs);
    expect(await ephemeral.get('key')).toBe('value');
    // resetAt follows the wall clock, which clients compare it with.
    expectCount(await ephemeral.increment('count', 60 * minuteMs), 2, resetAt + direction * yearMs);
    await subject.advance(grainMs);
    expect(await ephemeral.get('key')).toBeUndefined();
    await subject.advance(59 * minuteMs);
    expect((await ephemeral.increment('count', 60 * minuteMs)).count).toBe(1);
  });

  test('ports: setting a key again replaces its value and lifetime', async () => {
    await ephemeral.set('key', 'one', minuteMs);
    await ephemeral.set('key', 'two', 5 * minuteMs);
    await subject.advance(2 * minuteMs);
    expect(await ephemeral.get('key')).toBe('two');
    await ephemeral.delete('key');
    expect(await ephemeral.get('key')).toBeUndefined();
  });

  test('ports: setIfAbsent sets a key that is free or expired, and otherwise changes nothing', async () => {
    const results = await Promise.all(
      ['one', 'two', 'three'].map((value) => ephemeral.setIfAbsent('key', value, minuteMs)),
    );
    expect(results).toEqual([true, false, false]);
    expect(await ephemeral.get('key')).toBe('one');
    await subject.advance(minuteMs);
    expect(await ephemeral.setIfAbsent('key', 'four', minuteMs)).toBe(true);
  });

  test('ports: of several callers that take a key, one gets the value', async () => {
    await ephemeral.set('key', 'value', minuteMs);
    expect(await Promise.all([ephemeral.take('key'), ephemeral.take('key')])).toEqual(['value', undefined]);
    await ephemeral.set('key', 'value', minuteMs);
    await subject.advance(minuteMs);
    expect(await ephemeral.take('key')).toBeUndefined();
  });

  test('ports: a count applies to the window that starts with its first increment', async () => {
    const end = subject.nowMs() + minuteMs;
    expectCount(await ephemeral.increment('key', minuteMs), 1, end);
    await subject.advance(minuteMs - grainMs);
    expectCount(await ephemeral.increment('key', minuteMs), 2, end);
    await subject.advance(grainMs);
    expectCount(await ephemeral.increment('key', minuteMs), 1, end + minuteMs);
  });

  test('S38.2: an amount is added to all counts or to none, and each window ends for itself', async () => {
    const counts = (one: number, other: number) => [
      { key: 'one', limit: one },
      { key: 'other', limit: other },
    ];
    const end = subject.nowMs() + minuteMs;
    expect(await ephemeral.spend(counts(10, 5), 4, minuteMs)).toBeUndefined();
    const over = await ephemeral.spend(counts(10, 5), 2, minuteMs);
    expect(over?.index).toBe(1);
    expect(Math.abs((over?.resetAt ?? 0) - end)).toBeLessThan(grainMs);
    // Nothing was added to the first one.
    expect(await ephemeral.spend([{ key: 'one', limit: 10 }], 6, minuteMs)).toBeUndefined();
    expect(await ephemeral.spend(counts(10, 100), 1, minuteMs)).toMatchObject({ index: 0 });
    const all = await Promise.all(
      Array.from({ length: 20 }, () => ephemeral.spend([{ key: 'new', limit: 7 }], 1, minuteMs)),
    );
    expect(all.filter((each) => each === undefined)).toHaveLength(7);
    await subject.advance(minuteMs);
    expect(await ephemeral.spend(counts(10, 5), 5, minuteMs)).toBeUndefined();
  });

  test('ports: keys expire independently of one another', async () => {
    for (let index = 0; index < 100; index++) {
      await ephemeral.set(`key-${index}`, 'value', (1 + index) * minuteMs);
    }
    await subject.advance(50 * minuteMs);
    await ephemeral.set('another', 'value', minuteMs);
    expect(await ephemeral.get('key-49')).toBeUndefined();
    expect(await ephemeral.get('key-50')).toBe('value');
    expect(await ephemeral.get('another')).toBe('value');
  });
}
