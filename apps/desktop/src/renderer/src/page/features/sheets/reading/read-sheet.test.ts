import abcjs from 'abcjs';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { packSheet } from './pack-sheet.ts';
import { playedSheet } from './played-sheet.ts';
import { readSheet } from './read-sheet.ts';
import { type NoteSheet, SheetError, type SheetProblem } from './sheet.ts';
import { bytesOf, musicXml, note } from './sheet-samples.ts';

const read = (content: string | Uint8Array<ArrayBuffer>, name = 'sheet') =>
  readSheet(name, typeof content === 'string' ? bytesOf(content) : content, async () => abcjs);
const readNotes = async (content: string | Uint8Array<ArrayBuffer>) => (await read(content)) as NoteSheet;
const problemOf = async (content: string | Uint8Array<ArrayBuffer>, name?: string): Promise<SheetProblem | unknown> => {
  try {
    await read(content, name);
    return undefined;
  } catch (error) {
    return error instanceof SheetError ? error.problem : error;
  }
};
const bar = note('C4', 4);
const repeatEnd = (times = '') => `<barline location="right"><repeat direction="backward"${times}/></barline>`;
const packed = (content: Uint8Array, more: Readonly<Record<string, Uint8Array>> = {}) =>
  zip({
    'META-INF/container.xml': bytesOf(
      '<container><rootfiles><rootfile full-path="score.xml"/></rootfiles></container>',
    ),
    ...more,
    'score.xml': content,
  });

describe('a MusicXML sheet', () => {
  it('has notes, chords, tied notes, voices and tempos at their places', async () => {
    const work = '<work><work-title>A &amp; B &#x266A;</work-title></work>';
    const creator = '<identification><creator type="composer">Clara</creator></identification>';
    const sheet = await readNotes(
      musicXml(
        [
          `<direction><sound tempo="60"/></direction>${note('C4', 2)}${note('E4', 2, '<chord/>')}<note><grace/></note>` +
            `${note('F#4', 2, '<tie type="start"/>')}<backup><duration>4</duration></backup>${note('Bb2', 4)}`,
          `${note('F#4', 4, '<tie type="stop"/>')}`,
        ],
        work + creator,
      ),
    );
    expect([sheet.title, sheet.composer, sheet.staves]).toEqual(['A & B ♪', 'Clara', ['Piano']]);
    expect(sheet.notes.map(({ measure, start, length, key }) => [measure, start, length, key])).toEqual([
      [0, 0, 1, 60],
      [0, 0, 1, 64],
      [0, 0, 2, 46],
      [0, 1, 1, 66],
      [1, 0, 2, 66],
    ]);
    const { tracks, tempos, startsUs } = playedSheet(sheet);
    expect(startsUs).toEqual([0, 2_000_000, 4_000_000]);
    expect(tempos).toEqual([{ timeUs: 0, usPerQuarter: 1_000_000, beatsPerBar: 2, quartersPerBeat: 1 }]);
    const tied = tracks[0]?.events.filter(({ data }) => data[1] === 66);
    expect(tied?.map(({ timeUs, data }) => [timeUs, data[0]])).toEqual([
      [1_000_000, 0x90],
      [4_000_000, 0x80],
    ]);
  });

  it('is read from a compressed file, with or without a container', async () => {
    const content = bytesOf(musicXml([bar]));
    expect((await readNotes(packed(content))).notes).toHaveLength(1);
    expect((await readNotes(zip({ 'a.musicxml': content }, 0))).notes).toHaveLength(1);
  });

  it('is read back after it was packed', async () => {
    const source = bytesOf(musicXml([bar]));
    const file = packSheet(source);
    expect(await readNotes(file)).toEqual(await readNotes(source));
    expect(packSheet(source)).toEqual(file);
  });

  it('sounds as it is written for an instrument that transposes', async () => {
    const clarinet = '<attributes><transpose><chromatic>-2</chromatic></transpose></attributes>';
    expect((await readNotes(musicXml([clarinet + bar]))).notes[0]?.key).toBe(58);
  });

  it('beats as the metronome counts: two dotted quarters in 6/8', async () => {
    const time = '<attributes><time><beats>6</beats><beat-type>8</beat-type></time></attributes>';
    const { tempos } = playedSheet(await readNotes(musicXml([time + note('C4', 6)])));
    expect(tempos).toEqual([{ timeUs: 0, usPerQuarter: 500_000, beatsPerBar: 2, quartersPerBeat: 1.5 }]);
  });
});

describe('an ABC tune', () => {
  const tune =
    'X:1\nT:The <i>Reel</i>\nC:Trad\nM:3/4\nL:1/8\nQ:1/4=90\nK:G\n|:GABc (3def|[1 g6:|[2 ^g4 g2|]\n\nX:2\nK:C\nC|\n';

  it('has notes by its key, with triplets, accidentals and repeats', async () => {
    const sheet = await readNotes(tune);
    expect([sheet.kind, sheet.title, sheet.composer]).toEqual(['abc', 'The <i>Reel</i>', 'Trad']);
    expect(sheet.order).toEqual([0, 1, 0, 2]);
    expect(sheet.measures).toHaveLength(3);
    const inFirst = sheet.notes.filter(({ measure }) => measure === 0);
    expect(inFirst.map(({ key }) => key)).toEqual([67, 69, 71, 72, 74, 76, 78]);
    expect(inFirst.at(-1)?.length).toBeCloseTo(1 / 3);
    // A sharp holds until the bar ends.
    expect(sheet.notes.filter(({ measure }) => measure === 2).map(({ key }) => key)).toEqual([80, 80]);
    expect(playedSheet(sheet).startsUs[1]).toBe(2_000_000);
  });

  it('has a staff for each hand', async () => {
    const sheet = await readNotes('X:1\nM:4/4\nL:1/4\n%%score {RH | LH}\nK:C\nV:RH\nc d e f|\nV:LH clef=bass\nC,4|\n');
    expect(sheet.staves).toHaveLength(2);
    expect(sheet.notes.map(({ staff, key }) => [staff, key])).toEqual(
      expect.arrayContaining([
        [0, 72],
        [1, 48],
      ]),
    );
  });
});

describe('R24.3: a hostile file', () => {
  it('with an archive that grows beyond the bound is refused while it is unpacked', async () => {
    const grown = new Uint8Array(sheetLimits.unpackedBytes + 1);
    expect(await problemOf(packed(grown))).toBe('too-large');
    expect(await problemOf(packed(grown.subarray(1)))).toBe('unknown');
  });

  it('with too many packed files is refused, and so is one that is cut', async () => {
    const content = bytesOf(musicXml([bar]));
    const others = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, new Uint8Array(1)]));
    expect(await problemOf(packed(content, others(sheetLimits.packedFiles - 2)))).toBeUndefined();
    expect(await problemOf(packed(content, others(sheetLimits.packedFiles - 1)))).toBe('too-large');
    const whole = packed(content);
    for (let end = 22; end < whole.length; end += 7) expect(await problemOf(whole.slice(0, end))).toBe('damaged');
  });

  it('that declares entities is refused before any can grow', async () => {
    const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><score-partwise>&b;</score-partwise>`;
    expect(await problemOf(laughs)).toBe('damaged');
  });

  it('with too many or too deep elements is refused', async () => {
    const elements = (count: number) => musicXml([bar + '<x/>'.repeat(count)]);
    const others = (elements(0).match(/<[a-z]/g) ?? []).length;
    expect(await problemOf(elements(sheetLimits.elements - others))).toBeUndefined();
    expect(await problemOf(elements(sheetLimits.elements - others + 1))).toBe('too-large');
    const nested = (depth: number) => musicXml([bar + '<x>'.repeat(depth) + '</x>'.repeat(depth)]);
    expect(await problemOf(nested(sheetLimits.depth - 3))).toBeUndefined();
    expect(await problemOf(nested(sheetLimits.depth - 2))).toBe('too-large');
  });

  it('with too many parts, measures or notes is refused', async () => {
    expect(await problemOf(musicXml([bar, ...Array<string>(sheetLimits.measures - 1).fill('')]))).toBeUndefined();
    expect(await problemOf(musicXml([bar, ...Array<string>(sheetLimits.measures).fill('')]))).toBe('too-large');
    expect(await problemOf(musicXml([bar, ...Array<string>(100_000).fill('')]))).toBe('too-large');
    const parts = (count: number) =>
      musicXml([bar]).replace('</score-partwise>', `${'<part/>'.repeat(count)}</score-partwise>`);
    expect(await problemOf(parts(sheetLimits.parts - 1))).toBeUndefined();
    expect(await problemOf(parts(sheetLimits.parts))).toBe('too-large');
    const notes = (count: number) => `X:1\nL:1/4\nK:C\n${`${'C'.repeat(100)}|\n`.repeat(count / 100)}`;
    expect(await problemOf(notes(sheetLimits.notes + 100))).toBe('too-large');
  });

  it('with too much in one measure or chord, or too many staves, is refused', async () => {
    const notes = (count: number) => musicXml([note('C4', 1).repeat(count)]);
    expect(await problemOf(notes(sheetLimits.notesOfMeasure))).toBeUndefined();
    expect(await problemOf(notes(sheetLimits.notesOfMeasure + 1))).toBe('too-large');
    const chord = (count: number) => musicXml([note('C4', 4) + note('E4', 4, '<chord/>').repeat(count - 1)]);
    expect(await problemOf(chord(sheetLimits.notesOfChord))).toBeUndefined();
    expect(await problemOf(chord(sheetLimits.notesOfChord + 1))).toBe('too-large');
    const staves = (count: number) => {
      const attributes = `<attributes><staves>${sheetLimits.stavesOfPart}</staves></attributes>`;
      const part = `<part><measure>${attributes}</measure></part>`;
      return musicXml([attributes + bar]).replace('</score-partwise>', `${part.repeat(count)}</score-partwise>`);
    };
    const full = sheetLimits.staves / sheetLimits.stavesOfPart;
    expect(await problemOf(staves(full - 1))).toBeUndefined();
    expect(await problemOf(staves(full))).toBe('too-large');
    const abc = (notesOfBar: string) => `X:1\nL:1/16\nK:C\n${notesOfBar}|\n`;
    expect(await problemOf(abc('C'.repeat(sheetLimits.notesOfMeasure)))).toBeUndefined();
    expect(await problemOf(abc('C'.repeat(sheetLimits.notesOfMeasure + 1)))).toBe('too-large');
    expect(await problemOf(abc(`[${'CE'.repeat(sheetLimits.notesOfChord)}]`))).toBe('too-large');
    expect(await problemOf(abc(`{${'c'.repeat(sheetLimits.notesOfChord + 1)}}C`))).toBe('too-large');
  });

  it('that repeats for ever is refused', async () => {
    const passage = Array<string>(sheetLimits.playedMeasures / 100 - 1).fill(bar);
    const repeated = (...more: string[]) => musicXml([...passage, bar + repeatEnd(' times="1000000000"'), ...more]);
    expect((await readNotes(repeated())).order).toHaveLength(sheetLimits.playedMeasures);
    expect(await problemOf(repeated(bar))).toBe('too-large');
    const notes = note('C4', 1).repeat(sheetLimits.playedNotes / 1_000);
    const sheet = await readNotes(musicXml([...Array<string>(10).fill(notes), bar + repeatEnd(' times="100"')]));
    expect(() => playedSheet(sheet)).toThrow(SheetError);
  });

  it('of the wrong kind, or larger than a file may be, is refused', async () => {
    expect(await problemOf('once upon a time')).toBe('unknown');
    expect(await problemOf('MThd\0\0\0\u0006')).toBe('unknown');
    expect(await problemOf('<html></html>')).toBe('unknown');
    expect(await problemOf('<score-timewise/>')).toBe('empty');
    expect(await problemOf(musicXml(['']))).toBe('empty');
    expect(await problemOf('X:1\nK:C\nz4|\n')).toBe('empty');
    for (const bad of ['<a>', '<a></b>', '<a/><b/>', '<a b="', '<', `<${'a'.repeat(100_000)}`]) {
      expect(await problemOf(bad), bad.slice(0, 20)).toBe('damaged');
    }
    expect(await problemOf(new Uint8Array(sheetLimits.fileBytes + 1))).toBe('too-large');
    expect(await problemOf(new Uint8Array(sheetLimits.fileBytes).fill(32))).toBe('unknown');
    const abc = (length: number) => 'X:1\nK:C\nC|\n'.padEnd(length, ' ');
    expect(await problemOf(abc(sheetLimits.unpackedBytes / 16 + 1))).toBe('too-large');
  });
});

/** A zip archive. @param level 0 stores. */
function zip(files: Readonly<Record<string, Uint8Array>>, level: 0 | 9 = 9): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(zipSync(files, { level }));
}
