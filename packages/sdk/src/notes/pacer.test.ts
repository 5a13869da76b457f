import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Pacer } from './pacer.ts';

const seed = 1983;
const limits = { eventsPerSecond: 2_000, eventBurst: 4_000 };

describe('Pacer', () => {
  test('lets a burst go immediately and then keeps to the rate', () => {
    const pacer = new Pacer(limits);
    expect(pacer.delayUs(3_800, 0)).toBe(0);
    expect(pacer.delayUs(190, 0)).toBe(100_000);
    expect(pacer.delayUs(1_900, 10e6)).toBe(0);
  });

  test(`never empties the server's token bucket, however the calls come (seed ${seed})`, () => {
    const call = fc.record({ count: fc.integer({ min: 1, max: 256 }), gapUs: fc.integer({ min: 0, max: 200_000 }) });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 400 }), (calls) => {
        const pacer = new Pacer(limits);
        let nowUs = 1e15;
        const server = { tokens: limits.eventBurst, filledUs: nowUs };
        for (const { count, gapUs } of calls) {
          nowUs += gapUs;
          nowUs += pacer.delayUs(count, nowUs);
          const refill = ((nowUs - server.filledUs) / 1e6) * limits.eventsPerSecond;
          server.tokens = Math.min(limits.eventBurst, server.tokens + refill) - count;
          server.filledUs = nowUs;
          expect(server.tokens).toBeGreaterThanOrEqual(0);
        }
      }),
      { seed, numRuns: 100 },
    );
  });

  test('refuses limits that let nothing through', () => {
    expect(() => new Pacer({ eventsPerSecond: 0, eventBurst: 1 })).toThrow(RangeError);
  });
});
