import { beforeEach, expect, test } from 'vitest';
import type { Ephemeral } from '../../src/ports/ephemeral.ts';

export interface EphemeralUnderTest {
  readonly ephemeral: Ephemeral;
  /** Lets time pass. */
  advance(ms: number): void;
  /** Sets the wall clock, where the test has one of its own. */
  stepWall(ms: number): void;
  nowMs(): number;
}

/** What every Ephemeral does. */
export function ephemeralContract(setUp: () => EphemeralUnderTest): void {
  let ephemeral: Ephemeral;
  let subject: EphemeralUnderTest;

  beforeEach(() => {
    subject = setUp();
    ephemeral = subject.ephemeral;
  });

  test('ports: a key holds its value until its time is over, not a millisecond longer', async () => {
    await ephemeral.set('key', 'value', 1000);
    subject.advance(999);
    expect(await ephemeral.get('key')).toBe('value');
    subject.advance(1);
    expect(await ephemeral.get('key')).toBeUndefined();
  });

  test.each([
    ['forward', 1],
    ['back', -1],
  ])('ports: no key lasts longer or shorter because the wall clock is put %s by a year', async (_, direction) => {
    const yearMs = 365 * 86_400_000;
    await ephemeral.set('key', 'value', 1000);
    const { resetAt } = await ephemeral.increment('count', 60_000);
    subject.stepWall(direction * yearMs);
    subject.advance(999);
    expect(await ephemeral.get('key')).toBe('value');
    // How the end of a window is told goes with the clock that people read.
    expect(await ephemeral.increment('count', 60_000)).toEqual({ count: 2, resetAt: resetAt + direction * yearMs });
    subject.advance(1);
    expect(await ephemeral.get('key')).toBeUndefined();
    subject.advance(59_000);
    expect((await ephemeral.increment('count', 60_000)).count).toBe(1);
  });

  test('ports: setting a key again replaces value and time', async () => {
    await ephemeral.set('key', 'one', 1000);
    await ephemeral.set('key', 'two', 5000);
    subject.advance(2000);
    expect(await ephemeral.get('key')).toBe('two');
    await ephemeral.delete('key');
    expect(await ephemeral.get('key')).toBeUndefined();
  });

  test('ports: setIfAbsent sets what is free or has expired, and changes nothing otherwise', async () => {
    const results = await Promise.all(
      ['one', 'two', 'three'].map((value) => ephemeral.setIfAbsent('key', value, 1000)),
    );
    expect(results).toEqual([true, false, false]);
    expect(await ephemeral.get('key')).toBe('one');
    subject.advance(1000);
    expect(await ephemeral.setIfAbsent('key', 'four', 1000)).toBe(true);
  });

  test('ports: of several that take a key, one gets the value', async () => {
    await ephemeral.set('key', 'value', 1000);
    expect(await Promise.all([ephemeral.take('key'), ephemeral.take('key')])).toEqual(['value', undefined]);
    await ephemeral.set('key', 'value', 1000);
    subject.advance(1000);
    expect(await ephemeral.take('key')).toBeUndefined();
  });

  test('ports: a count runs within the window that its first increment opened', async () => {
    const end = subject.nowMs() + 60_000;
    expect(await ephemeral.increment('key', 60_000)).toEqual({ count: 1, resetAt: end });
    subject.advance(59_999);
    expect(await ephemeral.increment('key', 60_000)).toEqual({ count: 2, resetAt: end });
    subject.advance(1);
    expect(await ephemeral.increment('key', 60_000)).toEqual({ count: 1, resetAt: end + 60_000 });
  });

  test('ports: keys expire on their own while others come and go', async () => {
    for (let index = 0; index < 100; index++) await ephemeral.set(`key-${index}`, 'value', 1000 + index * 1000);
    subject.advance(50_000);
    await ephemeral.set('another', 'value', 1000);
    expect(await ephemeral.get('key-49')).toBeUndefined();
    expect(await ephemeral.get('key-50')).toBe('value');
    expect(await ephemeral.get('another')).toBe('value');
  });
}
