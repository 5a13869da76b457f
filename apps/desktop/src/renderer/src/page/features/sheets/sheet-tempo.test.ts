import { expect, test } from 'vitest';
import { sheetTempo } from './sheet-tempo.ts';

test('a waltz with a pickup of one beat is set to three beats at its tempo', () => {
  const tempos = [
    { timeUs: 0, usPerQuarter: 400_000, beatsPerBar: 1 },
    { timeUs: 400_000, usPerQuarter: 400_000, beatsPerBar: 3 },
    { timeUs: 9_000_000, usPerQuarter: 500_000, beatsPerBar: 4 },
  ];
  expect(sheetTempo({ tempos, startsUs: [0, 400_000, 1_600_000] })).toEqual({ bpm: 150, beatsPerBar: 3 });
});

test('a compound metre is set in its beats, within the bounds of the metronome', () => {
  const tempos = [{ timeUs: 0, usPerQuarter: 500_000, beatsPerBar: 2, quartersPerBeat: 1.5 }];
  expect(sheetTempo({ tempos, startsUs: [0] })).toEqual({ bpm: 80, beatsPerBar: 2 });
  const slow = [{ timeUs: 0, usPerQuarter: 9_000_000, beatsPerBar: 4 }];
  expect(sheetTempo({ tempos: slow, startsUs: [0] })).toEqual({ bpm: 20, beatsPerBar: 4 });
});

test('a sheet of words and chords alone has none', () => {
  expect(sheetTempo(undefined)).toBeUndefined();
});
