import type { TuneObject } from 'abcjs';
import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { abcBook } from './abc-book.ts';
import { type AbcNote, type AbcTune, quartersPerMinuteOf, tuneVoices, type WrittenTempo } from './abc-voices.ts';
import { canBeDrawn, drawnAbc } from './drawn-abc.ts';
import { Dynamics } from './dynamics.ts';
import { playedNotes } from './ornaments.ts';
import { playingOrder } from './playing-order.ts';
import { type NoteSheet, SheetError, type SheetNote, type SheetTempo, shortened } from './sheet.ts';

/** The part of abcjs in use. Only those load it who open such a file. */
export interface AbcParser {
  parseOnly(source: string): TuneObject[];
}

/**
 * Reads a tune of an ABC file.
 * @param index which one, in a file that has several
 * @throws {SheetError}
 */
export function readAbc(text: string, parser: AbcParser, index = 0): NoteSheet {
  // A measure takes two characters at least, and the parser does not stop half-way.
  if (text.length > sheetLimits.unpackedBytes / 16) throw new SheetError('too-large');
  const book = abcBook(text);
  const chosen = Math.min(book.length - 1, Math.max(0, index));
  const source = book[chosen]?.source;
  if (source === undefined) throw new SheetError('unknown');
  const [tune] = parser.parseOnly(source);
  if (tune === undefined) throw new SheetError('damaged');
  const read = tuneVoices(tune, source);
  const { voices, measures } = read;
  if (measures.length > sheetLimits.measures) throw new SheetError('too-large');
  if (measures.some(({ length }) => length > sheetLimits.quartersOfMeasure)) throw new SheetError('too-large');
  checkMeasures(voices.flatMap(({ notes }) => notes));
  const notes = voices.flatMap(({ staff, notes: ofVoice }) => notesOf(ofVoice, staff, measures));
  if (notes.length > sheetLimits.notes) throw new SheetError('too-large');
  if (notes.length === 0) throw new SheetError('empty');
  const staves = voices.reduce((most, { staff }) => Math.max(most, staff + 1), 0);
  if (staves > sheetLimits.staves) throw new SheetError('too-large');
  const isDrawn =
    source.length <= sheetLimits.drawnAbcCharacters &&
    notes.length <= sheetLimits.drawnAbcNotes &&
    voices.every((voice) => voice.notes.every(({ item }) => canBeDrawn(item)));
  return {
    kind: 'abc',
    engraving: { kind: 'abc', source: isDrawn ? drawnAbc(source) : undefined },
    parts: Array.from({ length: staves }, (_, staff) => ({ name: '', firstStaff: staff, staves: 1, transpose: 0 })),
    tunes: book.map(({ title }) => title),
    tune: chosen,
    title: shortened(textFrom(tune.metaText.title)),
    composer: shortened(textFrom(tune.metaText.composer)),
    measures,
    order: orderOf(read, tune.metaText.partOrder),
    tempos: temposOf(tune, read),
    notes: notes.sort((a, b) => a.measure - b.measure || a.start - b.start),
    staves: Array.from({ length: staves }, () => ''),
  };
}

function checkMeasures(notes: readonly AbcNote[]): void {
  const counts = new Map<number, number>();
  for (const { measure, keys, graces } of notes) {
    const count = (counts.get(measure) ?? 0) + Math.max(1, keys.length) + graces.length;
    counts.set(measure, count);
    const isTooMany = count > sheetLimits.notesOfMeasure || keys.length > sheetLimits.notesOfChord;
    if (isTooMany || graces.length > sheetLimits.notesOfChord) throw new SheetError('too-large');
  }
}

function notesOf(notes: readonly AbcNote[], staff: number, measures: AbcTune['measures']): SheetNote[] {
  const starts: number[] = [];
  let at = 0;
  for (const { length } of measures) {
    starts.push(at);
    at += length;
  }
  const dynamics = new Dynamics();
  for (const { measure, start, signs, length } of notes) {
    const from = (starts[measure] ?? 0) + start;
    for (const sign of signs) {
      if (/^(crescendo|<)\($/.test(sign)) dynamics.begin(1, from);
      else if (/^(diminuendo|>)\($/.test(sign)) dynamics.begin(-1, from);
      else if (/^(crescendo|<|diminuendo|>)\)$/.test(sign)) dynamics.end(from + length);
      else dynamics.mark(sign, from);
    }
  }
  const velocityAt = dynamics.finished();
  return notes.flatMap(({ measure, start, length, keys, graces, ornament, fifths, signs }) => {
    const chord = keys.map((each) => ({ ...each, staff, isDrum: false }));
    if (chord.length === 0 || length === 0) return [];
    const velocity = velocityAt((starts[measure] ?? 0) + start);
    const spread = signs.some((sign) => /^arpeggio$/i.test(sign)) ? 'up' : undefined;
    return playedNotes({ start, length, notes: chord, graces, ornament, spread }, fifths).map((note) => ({
      ...{ measure, ...note, velocity },
    }));
  });
}

/** By P: in the header, such as "A2(BC)2", or else as it is written. */
function orderOf({ marks, partStarts }: AbcTune, partOrder: unknown): readonly number[] {
  const wanted = typeof partOrder === 'string' ? partsInOrder(partOrder).filter((name) => partStarts.has(name)) : [];
  if (wanted.length === 0) return playingOrder(marks);
  const starts = [...partStarts.values()];
  const order: number[] = [];
  for (const name of wanted) {
    const from = partStarts.get(name) ?? 0;
    const to = starts.filter((start) => start > from).reduce((least, start) => Math.min(least, start), marks.length);
    for (const measure of playingOrder(marks.slice(from, to))) order.push(from + measure);
    if (order.length > sheetLimits.playedMeasures) throw new SheetError('too-large');
  }
  return order;
}

/** The letters of the parts, with groups and what is repeated written out. */
function partsInOrder(text: string): readonly string[] {
  let plain = text.replace(/[^A-Za-z0-9()]/g, '').slice(0, 200);
  while (/\([^()]*\)/.test(plain) && plain.length <= sheetLimits.playedMeasures) {
    plain = plain.replace(/\(([^()]*)\)(\d{0,2})/, (_, inside: string, times: string) =>
      inside.repeat(Number(times) || 1),
    );
  }
  const parts: string[] = [];
  for (const [, name = '', times] of plain.matchAll(/([A-Za-z])(\d{0,2})/g)) {
    for (let time = 0; time < (Number(times) || 1); time++) parts.push(name);
    if (parts.length > sheetLimits.playedMeasures) throw new SheetError('too-large');
  }
  return parts;
}

/** The one in the header, and those after it. */
function temposOf({ metaText: { tempo } }: TuneObject, { tempos }: AbcTune): readonly SheetTempo[] {
  const first = tempo === undefined ? undefined : quartersPerMinuteOf(tempo as WrittenTempo);
  return first === undefined ? tempos : [{ measure: 0, start: 0, quartersPerMinute: first }, ...tempos];
}

/** Texts may come in pieces, with fonts. */
function textFrom(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.map((piece: { text?: unknown }) => (typeof piece.text === 'string' ? piece.text : '')).join('');
}
