import type { Loop } from '@roomtone/protocol';
import { transportAtFirst } from '@roomtone/room';
import { expect, test } from 'vitest';
import { readMidiFile } from '../../../../packages/smf/src/index.ts';
import { loopFile } from './loop-file.ts';

const head = { userId: '', username: 'ada', displayName: 'ada', volume: 100, muted: false, plan: [] };
const bass: Loop = {
  ...{ ...head, slot: 5, name: 'Bass' },
  recorded: {
    bars: 1,
    beatsPerBar: 3,
    layers: [
      {
        ...{ channel: 2, bankMsb: 1, bankLsb: 0, program: 33, ticks: [0, 240, 1_440] },
        data: Uint8Array.of(0x92, 40, 100, 0xd2, 64, 0x82, 40, 0),
      },
      { ...{ channel: 9, bankMsb: 0, bankLsb: 0, program: 8, ticks: [480] }, data: Uint8Array.of(0x99, 36, 90) },
    ],
  },
};
const beat: Loop = {
  ...{ ...head, slot: 1, name: 'Beat' },
  patterns: {
    ...{ channel: 9, bankMsb: 0, bankLsb: 0, program: 0, stepsPerBeat: 4, swing: 75, keys: [42] },
    patterns: [
      { steps: 4, lanes: [Uint8Array.of(100, 80, 0, 0)] },
      { steps: 4, lanes: [new Uint8Array(4)] },
    ],
  },
};

test('S35.7: a file has loops by slot, once around, a track for each layer and for each pattern with notes', () => {
  const file = readMidiFile(loopFile([bass, beat], { ...transportAtFirst, tempo: 60_000, beatsPerBar: 3 }));
  expect(file.tempos).toEqual([{ timeUs: 0, usPerQuarter: 1_000_000, beatsPerBar: 3, quartersPerBeat: 1 }]);
  const [, ...tracks] = file.tracks.map(({ name, events }) => [
    name,
    events.map(({ timeUs, data }) => [Math.round((timeUs * 480) / 1e6), ...data]),
  ]);
  expect(tracks).toEqual([
    [
      'Beat A',
      [
        [0, 0xc9, 0],
        [0, 0x99, 42, 100],
        // A note lasts one step, or until the next one on its key; with this swing that comes late.
        [120, 0x89, 42, 64],
        [180, 0x99, 42, 80],
        [300, 0x89, 42, 64],
      ],
    ],
    [
      'Bass 1 (ada)',
      [
        [0, 0xb0, 0, 1],
        [0, 0xb0, 32, 0],
        [0, 0xc0, 33],
        [0, 0x90, 40, 100],
        [240, 0xd0, 64],
        [1_440, 0x80, 40, 0],
      ],
    ],
    [
      'Bass 2 (ada)',
      [
        [0, 0xc9, 8],
        [480, 0x99, 36, 90],
      ],
    ],
  ]);
});

test('S35.7: patterns without notes make one track, and every melodic track has a channel of its own', () => {
  const silent = { ...beat, patterns: { ...beat.patterns, patterns: beat.patterns?.patterns.slice(1) } } as Loop;
  expect(readMidiFile(loopFile([silent], transportAtFirst)).tracks.map(({ name }) => name)).toEqual(['', 'Beat A']);
  const many = Array.from({ length: 16 }, (_, slot) => ({ ...bass, slot, name: `Bass ${slot}` }));
  const channels = readMidiFile(loopFile(many, transportAtFirst)).tracks.flatMap(({ name, events }) =>
    name.includes(' 1 (') ? [(events.at(-1)?.data[0] ?? 0) & 0x0f] : [],
  );
  expect(channels).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 0]);
});
