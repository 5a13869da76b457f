import { describe, expect, it } from 'vitest';
import { type OutputSettings, outputsFrom, planOf } from './output-settings.ts';

const noOutputSettings: OutputSettings = { synth: null, clock: null, hasPorts: false, channels: {} };
const player = (participantId: number, username: string, guest = false) => ({
  ...{ participantId, username, guest },
  displayName: username === 'Ben' ? 'Бен' : username,
});
const players = [player(1, 'self'), player(2, 'Anna'), player(3, 'Ben'), player(4, 'Guest-1', true), player(5, 'Anna')];

describe('the destinations of others’ notes', () => {
  it('are a synth with one channel per player, where a channel was chosen', () => {
    const settings = { ...noOutputSettings, synth: 'MODX', channels: { Ben: 3, Anna: 0, toString: 1 } };
    expect(planOf(settings, players, 1)).toEqual({
      synth: 'MODX',
      clock: null,
      channels: [
        [2, 0],
        [3, 3],
        [5, 0],
      ],
      ports: [],
      loopsPort: null,
    });
    expect(planOf({ ...noOutputSettings, synth: 'MODX' }, [player(2, 'valueOf')], 1).channels).toEqual([]);
  });

  it('are a port per player except the user, with different names, and one for the loops of the room', () => {
    expect(planOf({ ...noOutputSettings, hasPorts: true }, players, 1).ports).toEqual([
      [2, 'Roomtone Anna'],
      [3, 'Roomtone Бен'],
      [5, 'Roomtone Anna (2)'],
    ]);
    expect(planOf({ ...noOutputSettings, hasPorts: true }, players, 1).loopsPort).toBe('Roomtone Loops');
    const withLoops = [player(1, 'self'), player(2, 'Loops')];
    expect(planOf({ ...noOutputSettings, hasPorts: true }, withLoops, 1).loopsPort).toBe('Roomtone Loops (2)');
    expect(planOf({ ...noOutputSettings, hasPorts: true }, [], 0).loopsPort).toBeNull();
  });

  it('are remembered, and anything invalid is ignored', () => {
    const settings = { synth: 'MODX', clock: 'DrumBrute', hasPorts: true, channels: { Anna: 16 } };
    expect(outputsFrom(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
    expect(outputsFrom(null)).toEqual(noOutputSettings);
    expect(outputsFrom({ synth: 3, clock: [], hasPorts: 'yes', channels: { Anna: 17, Ben: '2' } })).toEqual(
      noOutputSettings,
    );
  });
});
