import { describe, expect, it } from 'vitest';
import { velocityAt } from './pointer-playing.ts';

describe('a pointer on a key', () => {
  it('plays softly at the top and hard at the front edge', () => {
    expect(velocityAt(0)).toBe(34);
    expect(velocityAt(0.5)).toBe(78);
    expect(velocityAt(1)).toBe(122);
  });

  it('always gives a velocity that sounds and that MIDI can carry', () => {
    for (const depth of [-3, 0, 0.3, 1, 7]) {
      expect(velocityAt(depth)).toBeGreaterThan(0);
      expect(velocityAt(depth)).toBeLessThanOrEqual(127);
    }
  });
});
