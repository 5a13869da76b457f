import { describe, expect, it } from 'vitest';
import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { readChords } from './read-chords.ts';
import { SheetError } from './sheet.ts';
import { transposeChord, transposeSheet } from './transpose.ts';

const song = `{title: Swing <b>low</b>}
{artist: Trad}
{key: F}
{capo: 3}
{tempo: 96}
# only for me
{soc}
[F]Swing [Bb/F]low, sweet [F]chariot
{eoc}

I [F]looked over Jordan
{c: softly}
{chorus}
{sot}
e|--0--|
{eot}
`;

describe('a chord sheet', () => {
  it('has chords over its words, sections and comments', () => {
    const sheet = readChords(song);
    expect(sheet).toMatchObject({
      title: 'Swing <b>low</b>',
      composer: 'Trad',
      musicalKey: 'F',
      capo: 3,
      beatsPerMinute: 96,
    });
    expect(sheet.sections.map(({ kind, lines }) => [kind, lines.length])).toEqual([
      ['chorus', 1],
      ['other', 2],
      ['chorus', 1],
      ['tab', 1],
    ]);
    expect(sheet.sections[0]?.lines[0]).toEqual({
      kind: 'words',
      pieces: [
        { chord: 'F', words: 'Swing ' },
        { chord: 'Bb/F', words: 'low, sweet ' },
        { chord: 'F', words: 'chariot' },
      ],
    });
  });

  it('is transposed with the signs of the new key', () => {
    const moved = transposeSheet(readChords(song), 2);
    expect([moved.musicalKey, moved.sections[0]?.lines[0]]).toMatchObject([
      'G',
      { pieces: [{ chord: 'G' }, { chord: 'C/G' }, {}] },
    ]);
    expect(transposeSheet(readChords(song), 3).musicalKey).toBe('Ab');
    expect(transposeChord('F#m7b5/E', 1, false)).toBe('Gm7b5/F');
    expect(transposeChord('Bbmaj7', -1, true)).toBe('Amaj7');
    expect(transposeChord('N.C.', 3, true)).toBe('N.C.');
  });

  it('is refused beyond its bounds, also by choruses that are repeated', () => {
    const lines = (count: number) => 'la\n'.repeat(count - 1);
    expect(readChords(lines(sheetLimits.lines)).sections).toHaveLength(1);
    expect(() => readChords(lines(sheetLimits.lines + 1))).toThrow(SheetError);
    const line = '[C]'.padEnd(sheetLimits.lineLength, 'x');
    expect(readChords(line).sections).toHaveLength(1);
    expect(() => readChords(`${line}x`)).toThrow(SheetError);
    expect(() => readChords(`{soc}\n${'la\n'.repeat(100)}{eoc}\n${'{chorus}\n'.repeat(100)}`)).toThrow(SheetError);
    expect(() => readChords('{title: Nothing}')).toThrow(SheetError);
  });
});
