import { describe, expect, it } from 'vitest';
import { frameAt, TimeMapping } from './time-mapping.ts';

const rate = 48_000;
const startUs = 1_700_000_000_000_000;

/** The output runs 10 ms behind rendering; `lateMs` shifts the output timestamp. */
function sampleAt(seconds: number, lateMs = 0) {
  const nowUs = startUs + seconds * 1e6;
  return { outputTime: seconds - 0.01 + lateMs / 1000, outputUs: nowUs, currentTime: seconds, nowUs };
}

describe('the mapping from local time to audio frames', () => {
  it('is undefined before the first measurement', () => {
    expect(new TimeMapping(rate).anchorAt(startUs)).toBeUndefined();
  });

  it('maps "now" to just after what has been rendered', () => {
    const mapping = new TimeMapping(rate);
    mapping.observe(sampleAt(2));
    const anchor = mapping.anchorAt(startUs + 2e6);
    expect(anchor?.frame).toBeCloseTo(2 * rate + 128, 0);
  });

  it('continues at the sample rate', () => {
    const anchor = { frame: 1000, localUs: startUs };
    expect(frameAt(anchor, startUs + 500_000, rate)).toBeCloseTo(1000 + rate / 2, 3);
    expect(frameAt(anchor, startUs - 1_000_000, rate)).toBeCloseTo(1000 - rate, 3);
  });

  it('ignores a single wrong timestamp', () => {
    const mapping = new TimeMapping(rate);
    for (const [seconds, lateMs] of [
      [1, 0],
      [2, 0],
      [3, 4],
      [4, 0],
      [5, -4],
    ] as const) {
      mapping.observe(sampleAt(seconds, lateMs));
    }
    const anchor = mapping.anchorAt(startUs + 5e6);
    // The lead includes the worst jitter, 4 ms; the slope is unchanged.
    expect(anchor?.frame).toBeCloseTo(5 * rate + 128 + 0.004 * rate, 0);
  });

  it('starts over when the clocks diverge, as after sleep', () => {
    const mapping = new TimeMapping(rate);
    mapping.observe(sampleAt(1));
    const slept = { ...sampleAt(2), nowUs: startUs + 62e6, outputUs: startUs + 62e6 };
    mapping.observe(slept);
    expect(mapping.anchorAt(startUs + 62e6)?.frame).toBeCloseTo(2 * rate + 128, 0);
  });
});
