import { HeldNotes } from '@roomtone/protocol';
import { readMidiFile } from '@roomtone/smf';
import { describe, expect, test } from 'vitest';
import { preludeEvents, preludeMidiFile, scoreNotes } from '../../test/music/bwv846-prelude.ts';

describe('the Prelude in C major', () => {
  const notes = scoreNotes();

  test('has 35 bars: 34 of sixteen notes, and a chord of five', () => {
    const bars = Array.from({ length: 35 }, (_, bar) => notes.filter(({ at }) => Math.floor(at / 16) === bar).length);
    expect(bars).toEqual([...Array.from({ length: 34 }, () => 16), 5]);
    expect(Math.max(...notes.map(({ at, length }) => at + length))).toBe(35 * 16);
  });

  test('begins with its well-known bars and ends on C', () => {
    const firstBar = [60, 64, 67, 72, 76, 67, 72, 76];
    expect(notes.slice(0, 16).map(({ key }) => key)).toEqual([...firstBar, ...firstBar]);
    expect(notes.slice(-5).map(({ key }) => key)).toEqual([36, 48, 64, 67, 72]);
  });

  test('has the sharps and flats of bars 6, 12 and 22', () => {
    const halfBar = (bar: number) => notes.filter(({ at }) => at >= (bar - 1) * 16 && at < (bar - 1) * 16 + 5);
    expect(halfBar(6).map(({ key }) => key)).toEqual([60, 62, 66, 69, 74]);
    expect(halfBar(12).map(({ key }) => key)).toEqual([55, 58, 64, 67, 73]);
    expect(halfBar(22).map(({ key }) => key)).toEqual([42, 48, 57, 60, 63]);
  });

  test('never strikes a key that is already down, and leaves none down', () => {
    const held = new HeldNotes();
    for (const { data } of preludeEvents()) {
      const [status = 0, key = 0] = data;
      if (status === 0x90) expect(held.velocity(0, key)).toBe(0);
      held.feed(data);
    }
    expect(held.release()).toHaveLength(0);
  });

  test('is written to a file with the same events', () => {
    expect(readMidiFile(preludeMidiFile()).events).toEqual(preludeEvents());
  });
});
