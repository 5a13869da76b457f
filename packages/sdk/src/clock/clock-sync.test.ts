import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../test/random.ts';
import { type ClockSample, ClockSync } from './clock-sync.ts';

const seed = 20260;

/** An exchange that begins at a local time, between clocks `offsetUs` apart, with these delays each way. */
function exchange(atUs: number, offsetUs: number, thereUs: number, backUs: number, heldUs = 50): ClockSample {
  const serverReceiveUs = Math.round(atUs + thereUs + offsetUs);
  const serverSendUs = serverReceiveUs + heldUs;
  const clientReceiveUs = Math.round(serverSendUs - offsetUs + backUs);
  return { clientSendUs: Math.round(atUs), serverReceiveUs, serverSendUs, clientReceiveUs };
}

describe('ClockSync', () => {
  test('knows nothing at first, then guesses from the welcome', () => {
    const clock = new ClockSync();
    expect([clock.reading, clock.offsetUs(9)]).toEqual([undefined, 0]);
    clock.guess(5_000, 2_000);
    expect([clock.reading, clock.offsetUs(9)]).toEqual([undefined, 3_000]);
  });

  test('finds the exact offset from an exchange with equal delays', () => {
    const { reading } = new ClockSync().add(exchange(1_000, 7_000_000, 400, 400));
    expect(reading).toEqual({ offsetUs: 7_000_000, errorUs: 400, rttUs: 800, driftPpm: 0, settled: false });
  });

  test(`keeps the true offset within its bound for any delays (seed ${seed})`, () => {
    const delay = fc.integer({ min: 0, max: 900_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: -1e15, max: 1e15 }),
        fc.array(fc.tuple(delay, delay), { minLength: 1, maxLength: 100 }),
        (offsetUs, delays) => {
          const clock = new ClockSync();
          delays.forEach(([there, back], index) => {
            const { reading, stepped } = clock.add(exchange(index * 2_000_000, offsetUs, there, back));
            expect(stepped).toBe(false);
            expect(Math.abs(reading.offsetUs - offsetUs)).toBeLessThanOrEqual(reading.errorUs + 1);
          });
        },
      ),
      { seed, numRuns: 200 },
    );
  });

  test(`keeps the true offset within its bound for any delays and drift (seed ${seed})`, () => {
    const delay = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(
        fc.double({ min: -200e-6, max: 200e-6, noNaN: true }),
        fc.array(fc.tuple(delay, delay), { minLength: 1, maxLength: 100 }),
        (drift, delays) => {
          const clock = new ClockSync();
          delays.forEach(([there, back], index) => {
            const atUs = index * 2_000_000;
            const offsetUs = atUs * drift;
            const { reading, stepped } = clock.add(exchange(atUs, offsetUs, there, back));
            expect(stepped).toBe(false);
            // During one exchange the clocks drift apart by a few µs at most.
            expect(Math.abs(reading.offsetUs - offsetUs)).toBeLessThanOrEqual(reading.errorUs + 10);
          });
        },
      ),
      { seed, numRuns: 100 },
    );
  });

  test(`stays within 5 ms for ten minutes of jitter and a drift of 30 ppm (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const clock = new ClockSync();
    const worst = { errorUs: 0 };
    for (let atUs = 0; atUs < 600e6; atUs += 2e6) {
      // 20 ms each way, and queues of 15 ms on average, as on a busy Wi-Fi.
      const queue = () => 20_000 - Math.log(1 - random()) * 15_000;
      const offsetUs = 1_000_000 + atUs * 30e-6;
      const { reading, stepped } = clock.add(exchange(atUs, offsetUs, queue(), queue()));
      expect(stepped).toBe(false);
      if (atUs > 30e6) worst.errorUs = Math.max(worst.errorUs, Math.abs(reading.offsetUs - offsetUs));
    }
    expect(worst.errorUs).toBeLessThan(5_000);
  });

  test('is not spoiled by a slow exchange after a quick one', () => {
    const clock = new ClockSync();
    clock.add(exchange(0, 500, 300, 300));
    const { reading } = clock.add(exchange(2e6, 500, 90_000, 400));
    expect(Math.abs(reading.offsetUs - 500)).toBeLessThanOrEqual(30);
    expect(reading.rttUs).toBe(90_400);
  });

  test('takes the quickest message of each direction, even of different exchanges', () => {
    const clock = new ClockSync();
    clock.add(exchange(0, 500, 300, 9_000));
    const { reading } = clock.add(exchange(20_000, 500, 9_000, 300));
    expect(Math.abs(reading.offsetUs - 500)).toBeLessThanOrEqual(30);
  });

  test('is settled after eight exchanges, and from then on follows a better estimate gradually', () => {
    const clock = new ClockSync();
    const readings = Array.from(
      { length: 8 },
      (_, beat) => clock.add(exchange(beat * 20_000, 0, 7_000, 1_000)).reading,
    );
    expect(readings.map(({ settled }) => settled)).toEqual([...Array.from({ length: 7 }, () => false), true]);
    const beforeUs = clock.offsetUs(200_000);
    const { reading } = clock.add(exchange(198_000, 0, 1_000, 1_000));
    expect(Math.abs(clock.offsetUs(200_050) - beforeUs)).toBeLessThanOrEqual(1);
    expect(beforeUs - reading.offsetUs).toBeGreaterThan(2_500);
    const [half = 0, whole = 0] = [700_050, 1_200_050].map((atUs) => clock.offsetUs(atUs) - reading.offsetUs);
    expect(half).toBeCloseTo((beforeUs - reading.offsetUs) / 2, -2);
    expect(Math.abs(whole)).toBeLessThan(100);
  });

  test('follows a jump of the clock, as after sleep, immediately and reports it', () => {
    const clock = new ClockSync();
    for (let beat = 0; beat < 10; beat++) clock.add(exchange(beat * 2e6, 1_000, 500, 500));
    const { reading, stepped } = clock.add(exchange(22e6, 3_600_000_000, 700, 700));
    expect(stepped).toBe(true);
    expect(reading.offsetUs).toBe(3_600_000_000);
  });
});
