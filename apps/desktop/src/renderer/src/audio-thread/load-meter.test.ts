import { describe, expect, it } from 'vitest';
import { LoadMeter } from './load-meter.ts';

describe('the load of the audio thread', () => {
  it('is right over many blocks, although the clock has a resolution of 1 ms', () => {
    let ms = 0;
    const meter = new LoadMeter(() => Math.floor(ms));
    const blockMs = (128 / 48_000) * 1000;
    for (let block = 0; block < 3_750; block++) {
      // Blocks never run exactly in step with the clock.
      ms = block * blockMs + ((block * 0.618) % 1);
      meter.begin();
      ms += 0.3 * blockMs;
      meter.end(128);
    }
    expect(meter.take(48_000)).toBeCloseTo(0.3, 2);
    expect(meter.take(48_000)).toBe(0);
  });
});
