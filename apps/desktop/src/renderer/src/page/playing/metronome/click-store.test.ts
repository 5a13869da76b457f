import { describe, expect, it } from 'vitest';
import { clickFrom, clickGain } from './click-store.ts';

describe('the click’s settings', () => {
  it('are restored if they are valid', () => {
    const chosen = { volume: 0.3, muted: true, hasPulse: true };
    expect(clickFrom(chosen)).toEqual(chosen);
    for (const odd of [null, 7, { volume: 2, muted: 'yes' }, { volume: Number.NaN }]) {
      expect(clickFrom(odd)).toEqual({ volume: 0.6, muted: false, hasPulse: false });
    }
  });

  it('make the click silent when muted, and loudest at full volume', () => {
    expect(clickGain({ volume: 0.8, muted: true })).toBe(0);
    expect(clickGain({ volume: 1, muted: false })).toBe(1);
  });
});
