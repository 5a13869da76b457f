import { describe, expect, test } from 'vitest';
import { machineStartUs, runOnLan } from '../../test/lan.ts';
import { seededRandom } from '../../test/random.ts';

const seed = 20_264;
const forUs = 600_000_000;
/** After the eight heartbeats of the first 2 s. */
const settledUs = machineStartUs + 2_000_000;

describe('R8.18: the clock on a LAN with asymmetric jitter', () => {
  test.each([100, -100, 0])('is less than 1 ms off while it drifts by %i ppm', (driftPpm) => {
    const errorsUs: number[] = [];
    const random = seededRandom(seed);
    const { sync } = runOnLan({ driftPpm, offsetUs: -4_321_000_000, forUs }, random, (trueUs, { sync, localUs }) => {
      const local = localUs(trueUs);
      if (trueUs > settledUs) errorsUs.push(Math.abs(local + sync.offsetUs(local) - trueUs));
    });
    const worstUs = Math.max(...errorsUs);
    const meanUs = errorsUs.reduce((sum, error) => sum + error, 0) / errorsUs.length;
    console.log(`seed ${seed}, ${driftPpm} ppm: ${worstUs} µs off at worst, ${Math.round(meanUs)} µs on average`);
    expect(worstUs).toBeLessThan(1_000);
    expect(meanUs).toBeLessThan(250);
    expect(Math.abs((sync.reading?.driftPpm ?? 0) + driftPpm)).toBeLessThan(15);
  });
});
