import type { TuneObject } from 'abcjs';
import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { tuneVoices } from './abc-voices.ts';
import { playingOrder } from './playing-order.ts';
import { type NoteSheet, SheetError, type SheetMeasure, type SheetNote, shortened } from './sheet.ts';

/** What is needed of abcjs, which only those load who open such a file. */
export interface AbcParser {
  parseOnly(source: string): TuneObject[];
}

/**
 * Reads the first tune of an ABC file.
 * @throws {SheetError}
 */
export function readAbc(text: string, parser: AbcParser): NoteSheet {
  // A measure takes two characters at least, and the parser does not stop half-way.
  if (text.length > sheetLimits.unpackedBytes / 16) throw new SheetError('too-large');
  const source = firstTune(text);
  if (source === undefined) throw new SheetError('unknown');
  const [tune] = parser.parseOnly(source);
  if (tune === undefined) throw new SheetError('damaged');
  const { voices, measures, marks } = tuneVoices(tune);
  if (measures.length > sheetLimits.measures) throw new SheetError('too-large');
  const notes = voices.flatMap(({ staff, notes: ofVoice }) =>
    ofVoice.flatMap(({ measure, start, length, keys }) =>
      keys.map(({ key, isTiedOn }): SheetNote => ({ measure, start, length, key, staff, isTiedOn })),
    ),
  );
  if (notes.length > sheetLimits.notes) throw new SheetError('too-large');
  if (notes.length === 0) throw new SheetError('empty');
  const staves = Math.max(...voices.map(({ staff }) => staff)) + 1;
  const tempo = tempoOf(tune);
  return {
    kind: 'abc',
    source,
    title: textFrom(tune.metaText.title),
    composer: textFrom(tune.metaText.composer),
    measures: measures.map(({ length, beats, beatLength }): SheetMeasure => ({ length, beats, beatLength })),
    order: playingOrder(marks),
    tempos: tempo === undefined ? [] : [{ measure: 0, start: 0, quartersPerMinute: tempo }],
    notes: notes.sort((a, b) => a.measure - b.measure || a.start - b.start),
    staves: Array.from({ length: staves }, () => ''),
  };
}

/** A file may hold a whole book. Undefined if it holds no tune. */
function firstTune(text: string): string | undefined {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const from = lines.findIndex((line) => /^X:/.test(line));
  if (from < 0 || !lines.some((line) => /^K:/.test(line))) return undefined;
  const next = lines.findIndex((line, index) => index > from && /^X:/.test(line));
  return lines.slice(from, next < 0 ? undefined : next).join('\n');
}

function tempoOf({ metaText: { tempo } }: TuneObject): number | undefined {
  if (tempo?.bpm === undefined) return undefined;
  const whole = (tempo.duration ?? [0.25]).reduce((sum, part) => sum + part, 0);
  const quarters = tempo.bpm * whole * 4;
  return quarters >= 5 && quarters <= 1_000 ? quarters : undefined;
}

/** Texts may come in pieces, with fonts. */
function textFrom(value: unknown): string {
  if (typeof value === 'string') return shortened(value);
  if (!Array.isArray(value)) return '';
  return value.map((piece: { text?: unknown }) => (typeof piece.text === 'string' ? piece.text : '')).join('');
}
