import { expect, it } from 'vitest';
import { barLineAfter, takeGrid } from './take-grid.ts';

const at = (timeUs: number, usPerQuarter: number, beatsPerBar: number, beatUs?: number) => ({
  timeUs,
  usPerQuarter,
  beatsPerBar,
  beatUs,
});

it('begins at the bar line before the first note, and ends on the one after the last event', () => {
  // Bars of two seconds from 10 s on; the first note is on the fourth beat of the second bar.
  const grid = takeGrid([at(9_000_000, 500_000, 4, 10_000_000)], 13_500_000, 14_100_000);
  expect(grid).toEqual({
    startUs: 12_000_000,
    endUs: 16_000_000,
    tempos: [{ timeUs: 12_000_000, usPerQuarter: 500_000, beatsPerBar: 4 }],
  });
});

it('has a note that is exactly on a bar line at its beginning', () => {
  expect(takeGrid([at(0, 500_000, 3, 0)], 3_000_000, 4_000_000)).toMatchObject({
    startUs: 3_000_000,
    endUs: 4_500_000,
  });
});

it('finds the bar line after a time, also before the beginning and where the tempo changes', () => {
  const grid = takeGrid([at(0, 500_000, 4, 0), at(3_000_000, 250_000, 3, 4_000_000)], 100_000, 9_000_000);
  const lines = [-1, 0, 100_000, 2_000_000, 2_100_000, 3_900_000, 4_100_000].map((timeUs) =>
    barLineAfter(grid, timeUs),
  );
  expect(lines).toEqual([0, 0, 2_000_000, 2_000_000, 4_000_000, 4_000_000, 4_750_000]);
});

it('changes the tempo on a bar line', () => {
  const { tempos } = takeGrid([at(0, 500_000, 4, 0), at(3_000_000, 250_000, 3, 4_000_000)], 100_000, 9_000_000);
  expect(tempos.map(({ timeUs, usPerQuarter }) => [timeUs, usPerQuarter])).toEqual([
    [0, 500_000],
    [4_000_000, 250_000],
  ]);
});

it('makes the bar longer or shorter in which the metronome began again', () => {
  const after = (beatUs: number) =>
    takeGrid([at(0, 500_000, 4, 0), at(beatUs, 500_000, 4, beatUs)], 0, 9_000_000).tempos.map(
      ({ timeUs, usPerQuarter }) => [timeUs, usPerQuarter],
    );
  expect(after(4_400_000), 'the second bar lasts 2.4 s').toEqual([
    [0, 500_000],
    [2_000_000, 600_000],
    [4_400_000, 500_000],
  ]);
  expect(after(5_600_000), 'a third one lasts 1.6 s').toEqual([
    [0, 500_000],
    [4_000_000, 400_000],
    [5_600_000, 500_000],
  ]);
});

it('begins with the first note where no metronome ran, in the tempo that was set', () => {
  expect(takeGrid([at(0, 400_000, 3)], 1_000_000, 1_500_000)).toMatchObject({
    startUs: 1_000_000,
    tempos: [{ timeUs: 1_000_000, usPerQuarter: 400_000, beatsPerBar: 3 }],
  });
  expect(takeGrid([], 1_000_000, 1_500_000).tempos).toEqual([
    { timeUs: 1_000_000, usPerQuarter: 500_000, beatsPerBar: 4 },
  ]);
});
