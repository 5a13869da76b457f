import abcjs from 'abcjs';
import { describe, expect, it } from 'vitest';
import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { readAbc } from './read-abc.ts';

const head = 'X:1\nM:2/4\nL:1/4\n';
const readOf = (text: string, index?: number) => readAbc(text, abcjs, index);
const keysOf = (text: string) => readOf(text).notes.map(({ key }) => key);
const orderOf = (text: string) => readOf(text).order;

describe('the measures of an ABC tune', () => {
  it('are all there without a bar line at the end, and with hints, invisible and doubled bar lines', () => {
    expect(readOf(`${head}K:C\nCD|EF\n`).order).toEqual([0, 1]);
    expect(readOf(`${head}K:C\nC.|D|E[|]F||GA|]\n`).measures.map(({ length }) => length)).toEqual([2, 2, 2]);
  });

  it('are no longer for space that is only drawn', () => {
    expect(readOf(`${head}K:C\nCyD|yEF|]\n`).measures.map(({ length }) => length)).toEqual([2, 2]);
  });

  it('are rested through where a number says so', () => {
    const { measures, notes } = readOf(`${head}K:C\nCD|Z3|EF|]\n`);
    expect([measures.length, notes.at(-1)?.measure]).toEqual([5, 4]);
  });

  it('are played by repeats of any number, endings with ranges, and the order of parts', () => {
    expect(orderOf(`${head}K:C\n|:::CD:::|EF|]\n`)).toEqual([0, 0, 0, 0, 1]);
    expect(orderOf(`${head}K:C\n|:CD|1-2 EF:|3 GA|]\n`)).toEqual([0, 1, 0, 1, 0, 2]);
    expect(orderOf(`X:1\nM:2/4\nL:1/4\nP:A(AB)2\nK:C\nP:A\nCD|\nP:B\nEF|GA|]\n`)).toEqual([0, 0, 1, 2, 0, 1, 2]);
  });

  it('are played twice around two colons without a line', () => {
    expect(orderOf(`${head}K:C\nCD|EF::GA|cd:|]\n`)).toEqual([0, 1, 0, 1, 2, 3, 2, 3]);
  });

  it('are played by signs on notes, on bar lines and in words', () => {
    expect(orderOf(`${head}K:C\nCD|!segno!EF|G!fine!A|cd!D.S.!|]\n`)).toEqual([0, 1, 2, 3, 1, 2]);
    expect(orderOf(`${head}K:C\nCD|EF!coda!|GA!D.C.!|!coda!cd|]\n`)).toEqual([0, 1, 2, 0, 1, 3]);
    expect(orderOf(`${head}K:C\nCD|E"^Fine"F|"^D.C. al Fine"GA|]\n`)).toEqual([0, 1, 2, 0, 1]);
  });
});

describe('the notes of an ABC tune', () => {
  it('are moved by K:, V: and %%MIDI, and by the scale of bagpipes', () => {
    expect(keysOf(`${head}K:D transpose=-2\nDE|]\n`)).toEqual([60, 62]);
    expect(keysOf(`${head}K:C\nV:1 transpose=12\nCD|]\n`)).toEqual([72, 74]);
    expect(keysOf(`${head}%%MIDI transpose -12\nK:C\nCD|]\n`)).toEqual([48, 50]);
    expect(keysOf(`${head}K:HP\ncf|]\n`)).toEqual([73, 78]);
  });

  it('keep their accidental over a tie into the next bar, and those after it do not', () => {
    const { notes } = readOf(`${head}K:C\nC^F-|FF|]\n`);
    expect(notes.map(({ key, isTiedOn }) => [key, isTiedOn])).toEqual([
      [60, false],
      [66, false],
      [66, true],
      [65, false],
    ]);
  });

  it('are not what a field of a collection says in letters', () => {
    expect(keysOf(`X:1\nY:AB\nM:2/4\nL:1/4\nK:C\nCD|]\n`)).toEqual([60, 62]);
  });

  it('keep no accidental over a tie that leads to another key', () => {
    expect(keysOf(`${head}K:C\n^F-G|F2|]\n`)).toEqual([66, 67, 65]);
  });

  it('have an accidental in all octaves until the bar ends, or as a directive says', () => {
    expect(keysOf(`${head}K:C\n^Cc|c2|]\n`)).toEqual([61, 73, 72]);
    expect(keysOf(`${head}%%propagate-accidentals octave\nK:C\n^CcC|]\n`)).toEqual([61, 72, 61]);
    expect(keysOf(`${head}%%propagate-accidentals not\nK:C\n^CC|]\n`)).toEqual([61, 60]);
  });

  it('take the time of three in tuplets of five, seven and nine in compound metres', () => {
    const lengthsIn = (meter: string, notes: string) =>
      readOf(`X:1\nM:${meter}\nL:1/8\nK:C\n${notes}|]\n`).notes.map(({ length }) => Number(length.toFixed(3)));
    expect(lengthsIn('6/8', '(5CDEFG A3')[0]).toBe(0.3);
    expect(lengthsIn('2/4', '(5CDEFG A2')[0]).toBe(0.2);
    expect(lengthsIn('6/8', '(5:2CDEFG A4')[0]).toBe(0.2);
  });

  it('begin one after the other in a spread chord', () => {
    expect(readOf(`${head}K:C\n!arpeggio![CE]2|]\n`).notes.map(({ start }) => start)).toEqual([0, 0.125]);
  });

  it('have grace notes, ornaments and loudness', () => {
    const { notes } = readOf(`${head}K:C\n!p!{/d}C!f!!uppermordent!D|]\n`);
    expect(notes.map(({ key, velocity }) => [key, velocity])).toEqual([
      [74, 49],
      [60, 49],
      [62, 96],
      [64, 96],
      [62, 96],
    ]);
    expect(notes.reduce((end, { start, length }) => Math.max(end, start + length), 0)).toBe(2);
  });
});

describe('an ABC file', () => {
  it('says for all its tunes what stands before the first, and each can be chosen', () => {
    const book = 'M:3/4\nL:1/4\nQ:1/4=90\n\nX:1\nT:One\nK:G\nGAB|]\n\nX:2\nT:Two\nQ:1/4=60\nK:C\nCDE|[Q:1/4=72]CDE|]\n';
    expect(readOf(book)).toMatchObject({ title: 'One', tunes: ['One', 'Two'], tune: 0, measures: [{ beats: 3 }] });
    const two = readOf(book, 1);
    expect(two).toMatchObject({ title: 'Two', tune: 1 });
    expect(two.tempos.map(({ measure, quartersPerMinute }) => [measure, quartersPerMinute])).toEqual([
      [0, 60],
      [1, 72],
    ]);
  });

  it('R24.3: reaches the engraver with bounded numbers only, and not at all where it cannot be bounded', () => {
    const source = (text: string) => {
      const { engraving } = readOf(text);
      return engraving.kind === 'abc' ? engraving.source : '';
    };
    const drawn = source('X:1\n%%scale 1e9\n%%vskip 1e9\nL:1/4\nK:C stafflines=1000000\nCD|]\n');
    expect(drawn).toBe('X:1\nL:1/4\nK:C \nCD|]\n');
    const high = (octaves: number) => source(`X:1\nL:1/4\nK:C\nCc${"'".repeat(octaves)}|]\n`);
    expect(high(3)).toBeDefined();
    expect(high(5)).toBeUndefined();
    const slurs = (count: number) => source(`X:1\nL:1/4\nK:C\n${'('.repeat(count)}CD${')'.repeat(count)}|]\n`);
    expect(slurs(sheetLimits.drawnAbcSlurs)).toBeDefined();
    expect(slurs(sheetLimits.drawnAbcSlurs + 1)).toBeUndefined();
    const long = (notes: number) => source(`X:1\nL:1/4\nK:C\n${`${'C'.repeat(50)}|\n`.repeat(notes / 50)}`);
    expect(long(sheetLimits.drawnAbcNotes)).toBeDefined();
    expect(long(sheetLimits.drawnAbcNotes + 50)).toBeUndefined();
  });
});
