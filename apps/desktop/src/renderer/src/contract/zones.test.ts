import { describe, expect, it } from 'vitest';
import { maxZones, plainZone, plainZones, withLayer, withSplit, zonesFrom } from './zones.ts';

describe('stored zones', () => {
  it('are restored, the first four of them', () => {
    const zones = Array.from({ length: maxZones + 1 }, (_, program) => ({ ...plainZone, program, low: 12 }));
    expect(zonesFrom(JSON.parse(JSON.stringify(zones)))).toEqual(zones.slice(0, maxZones));
  });

  it.each([undefined, 7, {}, [], [null, 3]])('are the whole keyboard if there are none: %j', (stored) =>
    expect(zonesFrom(stored)).toEqual(plainZones),
  );

  it('have the defaults for what is out of bounds, and never end below their beginning', () => {
    const wrong = { program: 128, low: 64, high: 60, transpose: 37, volume: 101, channel: 17 };
    expect(zonesFrom([wrong])).toEqual([{ ...plainZone, low: 64, high: 64 }]);
    const edges = { program: 127, low: 127, high: 127, transpose: -36, volume: 0, channel: 16 };
    expect(zonesFrom([edges])).toEqual([edges]);
  });
});

describe('adding a zone', () => {
  it('layers the keys of the last one', () =>
    expect(withLayer([{ ...plainZone, low: 60, high: 72 }], 48)).toEqual([
      { ...plainZone, low: 60, high: 72 },
      { ...plainZone, program: 48, low: 60, high: 72 },
    ]));

  it('splits the last one at middle C, then in its middle, until there is nothing to split', () => {
    const once = withSplit(plainZones, 32);
    expect(once.map(({ low, high }) => [low, high])).toEqual([
      [60, 127],
      [0, 59],
    ]);
    expect(withSplit(once, 48).map(({ low, high }) => [low, high])).toEqual([
      [60, 127],
      [30, 59],
      [0, 29],
    ]);
    expect(withSplit([{ ...plainZone, low: 5, high: 5 }], 1).map(({ low, high }) => [low, high])).toEqual([
      [5, 5],
      [5, 5],
    ]);
  });
});
