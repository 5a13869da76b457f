import { describe, expect, it } from 'vitest';
import { asPlayed, defaultMix, heard, type PlayerMix } from './mix-store.ts';

const mixOf = (players: [number, Partial<PlayerMix>][], own: Partial<typeof defaultMix> = {}) => ({
  ...defaultMix,
  ...own,
  players: new Map(players.map(([number, mix]) => [number, { ...asPlayed, ...mix }])),
});
const gains = (mix: ReturnType<typeof heard>) => [...mix].map(([number, { gain }]) => [number, gain]);

describe('how one hears the others', () => {
  it('is as they play, until one changes it', () => {
    expect([...heard(defaultMix, [1, 2], 1).values()]).toEqual([
      { gain: 1, pan: 0 },
      { gain: 1, pan: 0 },
    ]);
    expect(heard(mixOf([[2, { volume: 0.4, pan: -0.5 }]]), [1, 2], 1).get(2)).toEqual({ gain: 0.4, pan: -0.5 });
  });

  it('leaves out who is muted, and whoever is not solo once somebody is; oneself stays', () => {
    expect(gains(heard(mixOf([[2, { muted: true }]]), [1, 2, 3], 1))).toEqual([
      [1, 1],
      [2, 0],
      [3, 1],
    ]);
    expect(gains(heard(mixOf([[2, { solo: true }]]), [1, 2, 3], 1))).toEqual([
      [1, 1],
      [2, 1],
      [3, 0],
    ]);
    expect(gains(heard(mixOf([[2, { solo: true, muted: true }]]), [1, 2, 3], 1))).toEqual([
      [1, 1],
      [2, 0],
      [3, 0],
    ]);
  });

  it('forgets the solo of who has gone', () => {
    expect(gains(heard(mixOf([[2, { solo: true }]]), [1, 3], 1))).toEqual([
      [1, 1],
      [3, 1],
    ]);
  });

  it('is silent for oneself when one hears one’s own instrument, and only then', () => {
    const state = mixOf([], { hearsSelf: false, ownVolume: 1.2 });
    expect(gains(heard(state, [1, 2], 1))).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(gains(heard({ ...state, hearsSelf: true }, [1], 1))).toEqual([[1, 1.2]]);
  });
});
