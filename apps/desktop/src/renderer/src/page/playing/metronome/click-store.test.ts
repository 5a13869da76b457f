import { describe, expect, it } from 'vitest';
import { clickFrom, clickGain } from './click-store.ts';

describe('how one hears the click', () => {
  it('is as it was left, where what was left makes sense', () => {
    expect(clickFrom({ volume: 0.3, muted: true })).toEqual({ volume: 0.3, muted: true });
    for (const odd of [null, 7, { volume: 2, muted: 'yes' }, { volume: Number.NaN }]) {
      expect(clickFrom(odd)).toEqual({ volume: 0.6, muted: false });
    }
  });

  it('is nothing when muted, and everything at full volume', () => {
    expect(clickGain({ volume: 0.8, muted: true })).toBe(0);
    expect(clickGain({ volume: 1, muted: false })).toBe(1);
  });
});
