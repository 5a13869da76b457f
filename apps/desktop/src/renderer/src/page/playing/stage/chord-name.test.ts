import { describe, expect, it } from 'vitest';
import { chordName, pitchNames } from './chord-name.ts';

const written = (...notes: number[]) => {
  const name = chordName(notes);
  return name && `${name.root}${name.quality}${name.bass === '' ? '' : `/${name.bass}`}`;
};

describe('the name of a chord', () => {
  it.each([
    ['C', [60, 64, 67]],
    ['Cm', [60, 63, 67]],
    ['C7', [60, 64, 67, 70]],
    ['Cmaj7', [60, 64, 67, 71]],
    ['Cm7', [60, 63, 67, 70]],
    ['C°', [60, 63, 66]],
    ['C°7', [60, 63, 66, 69]],
    ['C+', [60, 64, 68]],
    ['Cadd9', [60, 64, 67, 74]],
    ['Csus4', [60, 65, 67]],
    ['C9', [48, 64, 67, 70, 74]],
    ['E♭', [63, 67, 70]],
    ['B♭m', [58, 61, 65]],
    ['F♯m', [54, 57, 61]],
    ['C/E', [52, 60, 67]],
  ])('is %s', (name, notes) => {
    expect(written(...notes)).toBe(name);
    expect(written(...notes.toReversed(), ...notes.map((note) => note + 12)), 'doubled, in any order').toBe(name);
  });

  it('is the same chord on every root', () => {
    for (let root = 48; root < 60; root++) {
      expect(chordName([root, root + 4, root + 7])).toMatchObject({ quality: '', bass: '' });
      expect(chordName([root, root + 3, root + 7])).toMatchObject({ quality: 'm', bass: '' });
      expect(chordName([root, root + 4, root + 7, root + 10])).toMatchObject({ quality: '7', bass: '' });
      expect(chordName([root, root + 4, root + 7])?.root).toBe(pitchNames([root]));
    }
  });

  it('is none for one or two pitches, however often they sound, and for a cluster', () => {
    expect(written()).toBeUndefined();
    expect(written(60, 72, 84)).toBeUndefined();
    expect(written(60, 67, 79)).toBeUndefined();
    expect(written(60, 61, 62, 63, 64)).toBeUndefined();
  });

  it('stands above its pitches, each listed once, lowest first', () => {
    expect(pitchNames([67, 60, 63, 72])).toBe('C E♭ G');
  });
});
