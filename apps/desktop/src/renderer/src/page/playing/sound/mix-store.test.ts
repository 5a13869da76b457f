import { describe, expect, it, vi } from 'vitest';
import {
  defaultMix,
  defaultPlayerMix,
  effectiveMixes,
  type PlayerMix,
  recallMixes,
  rememberMix,
  useMix,
} from './mix-store.ts';

const mixOf = (players: [number, Partial<PlayerMix>][], own: Partial<typeof defaultMix> = {}) => ({
  ...defaultMix,
  ...own,
  players: new Map(players.map(([number, mix]) => [number, { ...defaultPlayerMix, ...mix }])),
});
const gains = (mix: ReturnType<typeof effectiveMixes>) => [...mix].map(([number, { gain }]) => [number, gain]);

describe('settings of others', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  const here = [
    { participantId: 1, userId: 'self' },
    { participantId: 2, userId: 'teo' },
    { participantId: 3, userId: '' },
  ];
  const playersNow = () => [...useMix.getState().players];

  it('return with the person, under another number, and are not those of a guest', () => {
    vi.stubGlobal('localStorage', storage);
    const mix = { ...defaultPlayerMix, volume: 0.4, pan: -0.5, muted: true, solo: true };
    for (const userId of ['teo', '']) rememberMix(userId, mix);
    recallMixes(here, 1);
    expect(playersNow()).toEqual([[2, { ...mix, solo: false }]]);
    // What is set here and now stays.
    useMix.setState({ players: new Map([[2, defaultPlayerMix]]) });
    recallMixes(here, 1);
    expect(playersNow()).toEqual([[2, defaultPlayerMix]]);
    rememberMix('teo', defaultPlayerMix);
    useMix.setState({ players: new Map() });
    recallMixes(here, 1);
    expect(playersNow()).toEqual([]);
    kept.set('roomtone-player-mixes', '[["teo",{"volume":9,"pan":0,"muted":false}],7]');
    recallMixes(here, 1);
    expect(playersNow()).toEqual([]);
    vi.unstubAllGlobals();
  });
});

describe('the mix', () => {
  it('plays everybody as they play, until the user changes it', () => {
    expect([...effectiveMixes(defaultMix, [1, 2], 1).values()]).toEqual([
      { gain: 1, pan: 0 },
      { gain: 1, pan: 0 },
    ]);
    expect(effectiveMixes(mixOf([[2, { volume: 0.4, pan: -0.5 }]]), [1, 2], 1).get(2)).toEqual({
      gain: 0.4,
      pan: -0.5,
    });
  });

  it('leaves out muted players and, once a player is solo, all others except the user', () => {
    expect(gains(effectiveMixes(mixOf([[2, { muted: true }]]), [1, 2, 3], 1))).toEqual([
      [1, 1],
      [2, 0],
      [3, 1],
    ]);
    expect(gains(effectiveMixes(mixOf([[2, { solo: true }]]), [1, 2, 3], 1))).toEqual([
      [1, 1],
      [2, 1],
      [3, 0],
    ]);
    expect(gains(effectiveMixes(mixOf([[2, { solo: true, muted: true }]]), [1, 2, 3], 1))).toEqual([
      [1, 1],
      [2, 0],
      [3, 0],
    ]);
  });

  it('ignores the solo of a player who has left', () => {
    expect(gains(effectiveMixes(mixOf([[2, { solo: true }]]), [1, 3], 1))).toEqual([
      [1, 1],
      [3, 1],
    ]);
  });

  it('silences the user if they hear their own instrument directly, and only then', () => {
    const state = mixOf([], { hearsSelf: false, ownVolume: 1.2 });
    expect(gains(effectiveMixes(state, [1, 2], 1))).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(gains(effectiveMixes({ ...state, hearsSelf: true }, [1], 1))).toEqual([[1, 1.2]]);
  });
});
