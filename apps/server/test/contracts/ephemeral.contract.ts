import { beforeEach, expect, test } from 'vitest';
import type { Ephemeral } from '../../src/ports/ephemeral.ts';

export interface EphemeralUnderTest {
  readonly ephemeral: Ephemeral;
  /** Advances all clocks. */
  advance(ms: number): void;
  /** Steps the wall clock only. */
  stepWall(ms: number): void;
  nowMs(): number;
}

/** Every Ephemeral passes this suite. */
export function ephemeralContract(setUp: () => EphemeralUnderTest): void {
  let ephemeral: Ephemeral;
  let subject: EphemeralUnderTest;

  beforeEach(() => {
    subject = setUp();
    ephemeral = subject.ephemeral;
  });

  test('ports: a key has its value until it expires, and not a millisecond longer', async () => {
    await ephemeral.set('key', 'value', 1000);
    subject.advance(999);
    expect(await ephemeral.get('key')).toBe('value');
    subject.advance(1);
    expect(await ephemeral.get('key')).toBeUndefined();
  });

  test.each([
    ['forward', 1],
    ['back', -1],
  ])('ports: stepping the wall clock %s by a year changes no key’s lifetime', async (_, direction) => {
    const yearMs = 365 * 86_400_000;
    await ephemeral.set('key', 'value', 1000);
    const { resetAt } = await ephemeral.increment('count', 60_000);
    subject.stepWall(direction * yearMs);
    subject.advance(999);
    expect(await ephemeral.get('key')).toBe('value');
    // resetAt follows the wall clock, which clients compare it with.
    expect(await ephemeral.increment('count', 60_000)).toEqual({ count: 2, resetAt: resetAt + direction * yearMs });
    subject.advance(1);
    expect(await ephemeral.get('key')).toBeUndefined();
    subject.advance(59_000);
    expect((await ephemeral.increment('count', 60_000)).count).toBe(1);
  });

  test('ports: setting a key again replaces its value and lifetime', async () => {
    await ephemeral.set('key', 'one', 1000);
    await ephemeral.set('key', 'two', 5000);
    subject.advance(2000);
    expect(await ephemeral.get('key')).toBe('two');
    await ephemeral.delete('key');
    expect(await ephemeral.get('key')).toBeUndefined();
  });

  test('ports: setIfAbsent sets a key that is free or expired, and otherwise changes nothing', async () => {
    const results = await Promise.all(
      ['one', 'two', 'three'].map((value) => ephemeral.setIfAbsent('key', value, 1000)),
    );
    expect(results).toEqual([true, false, false]);
    expect(await ephemeral.get('key')).toBe('one');
    subject.advance(1000);
    expect(await ephemeral.setIfAbsent('key', 'four', 1000)).toBe(true);
  });

  test('ports: of several callers that take a key, one gets the value', async () => {
    await ephemeral.set('key', 'value', 1000);
    expect(await Promise.all([ephemeral.take('key'), ephemeral.take('key')])).toEqual(['value', undefined]);
    await ephemeral.set('key', 'value', 1000);
    subject.advance(1000);
    expect(await ephemeral.take('key')).toBeUndefined();
  });

  test('ports: a count applies to the window that starts with its first increment', async () => {
    const end = subject.nowMs() + 60_000;
    expect(await ephemeral.increment('key', 60_000)).toEqual({ count: 1, resetAt: end });
    subject.advance(59_999);
    expect(await ephemeral.increment('key', 60_000)).toEqual({ count: 2, resetAt: end });
    subject.advance(1);
    expect(await ephemeral.increment('key', 60_000)).toEqual({ count: 1, resetAt: end + 60_000 });
  });

  test('ports: keys expire independently of one another', async () => {
    for (let index = 0; index < 100; index++) await ephemeral.set(`key-${index}`, 'value', 1000 + index * 1000);
    subject.advance(50_000);
    await ephemeral.set('another', 'value', 1000);
    expect(await ephemeral.get('key-49')).toBeUndefined();
    expect(await ephemeral.get('key-50')).toBe('value');
    expect(await ephemeral.get('another')).toBe('value');
  });
}
