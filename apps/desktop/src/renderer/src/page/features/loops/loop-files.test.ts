import type { Loop } from '@roomtone/sdk/extras';
import { readMidiFile } from '@roomtone/smf';
import { expect, it } from 'vitest';
import { beatNames, beatOf, emptyBeat } from './beats.ts';
import { midiFileOf, patternsOfFile } from './loop-files.ts';

const loopOf = (content: Loop['content']): Loop => ({
  ...{
    slot: 0,
    revision: 1,
    userId: 'u',
    username: 'Mara',
    displayName: 'Mara',
    name: 'Beat',
    volume: 100,
    muted: false,
    plan: [],
  },
  content,
});

it.each(beatNames)('the beat %s comes back from a MIDI file as it was, at any tempo', async (name) => {
  for (const [bpm, beatsPerBar] of [
    [97.3, 4],
    [120, 3],
    [211, 5],
  ] as const) {
    const beat = beatOf(name, beatsPerBar);
    const { tracks, tempos } = readMidiFile(await midiFileOf([loopOf(beat)], bpm, beatsPerBar));
    const back = patternsOfFile(tracks, tempos);
    const strokes = ({ keys, patterns }: Pick<typeof beat, 'keys' | 'patterns'>) =>
      patterns.map(({ lanes }) =>
        lanes.flatMap((lane, row) =>
          lane.flatMap((velocity, step) => (velocity > 0 ? [[keys[row], step, velocity]] : [])),
        ),
      );
    expect(strokes(back ?? emptyBeat(4))).toEqual(strokes(beat));
    expect(back?.patterns.map(({ steps }) => steps)).toEqual(beat.patterns.map(({ steps }) => steps));
    // A beat without a stroke between the beats sounds the same with any swing.
    expect(back?.swing).toBe(beat.swing);
  }
});

it('a file without notes has no patterns', async () => {
  const { tracks, tempos } = readMidiFile(await midiFileOf([loopOf(emptyBeat(4))], 120, 4));
  expect(patternsOfFile(tracks, tempos)).toBeUndefined();
});
