import { describe, expect, it } from 'vitest';
import { OtherClock } from './midi-devices.ts';

describe('the clock of another process', () => {
  it('is known from the measurement with the shortest round trip', () => {
    const clock = new OtherClock();
    expect(clock.toOwnUs(123, 77)).toBe(77);
    expect(clock.toOtherUs(77)).toBeUndefined();
    clock.measure({ askedUs: 1_000, hereUs: 501_900, answeredUs: 2_000 });
    expect(clock.errorUs).toBe(500);
    clock.measure({ askedUs: 3_000, hereUs: 503_050, answeredUs: 3_100 });
    clock.measure({ askedUs: 5_000, hereUs: 505_900, answeredUs: 7_000 });
    expect(clock.errorUs).toBe(50);
    expect(clock.toOwnUs(600_000, 0)).toBe(100_000);
    expect(clock.toOtherUs(100_000)).toBe(600_000);
  });

  it('is measured again after a jump', () => {
    const clock = new OtherClock();
    clock.measure({ askedUs: 0, hereUs: 50, answeredUs: 100 });
    clock.measure({ askedUs: 1e6, hereUs: 9e6, answeredUs: 1e6 + 4_000 });
    expect(clock.toOwnUs(9e6, 0)).toBe(1e6 + 2_000);
  });
});
