import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { measureMarks } from './musicxml-marks.ts';
import { playingOrder } from './playing-order.ts';
import { childOf, type Element, numberFrom, numberOf, readXml, textOf } from './read-xml.ts';
import { type NoteSheet, SheetError, type SheetMeasure, type SheetNote, type SheetTempo, shortened } from './sheet.ts';

const semitones: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** What holds from one measure of a part to the next. */
interface PartState {
  /** Ticks of a quarter note. */
  divisions: number;
  beats: number;
  beatLength: number;
  staves: number;
  /** What sounds is this many semitones above what is written. */
  transpose: number;
}

/** A sheet while it is read. */
interface Reading {
  readonly notes: SheetNote[];
  readonly tempos: SheetTempo[];
  readonly measures: SheetMeasure[];
}

/**
 * Reads uncompressed MusicXML, by parts (score-partwise).
 * @throws {SheetError}
 */
export function readMusicXml(source: string): NoteSheet {
  const score = readXml(source);
  if (score.name === 'score-timewise') throw new SheetError('unsupported');
  if (score.name !== 'score-partwise') throw new SheetError('unknown');
  const parts = score.children.filter(({ name }) => name === 'part');
  if (parts.length > sheetLimits.parts) throw new SheetError('too-large');
  const partNames = namesOf(childOf(score, 'part-list'));
  const reading: Reading = { notes: [], tempos: [], measures: [] };
  const staves: string[] = [];
  for (const part of parts) {
    const count = readPart(part, staves.length, reading);
    const name = partNames.get(part.attributes.get('id') ?? '') ?? '';
    for (let staff = 0; staff < count; staff++) staves.push(name);
  }
  if (reading.notes.length === 0) throw new SheetError('empty');
  const [first] = parts;
  return {
    kind: 'musicxml',
    source,
    title: textOf(childOf(score, 'work'), 'work-title') || textOf(score, 'movement-title') || creditOf(score),
    composer: composerOf(childOf(score, 'identification')),
    measures: reading.measures,
    order: playingOrder(measureMarks(first === undefined ? [] : measuresOf(first))),
    tempos: reading.tempos,
    notes: reading.notes.sort((a, b) => a.measure - b.measure || a.start - b.start),
    staves,
  };
}

function measuresOf(part: Element): Element[] {
  return part.children.filter(({ name }) => name === 'measure');
}

/** @returns the number of the part's staves. */
function readPart(part: Element, firstStaff: number, reading: Reading): number {
  const measures = measuresOf(part);
  if (measures.length > sheetLimits.measures) throw new SheetError('too-large');
  const state: PartState = { divisions: 1, beats: 4, beatLength: 1, staves: 1, transpose: 0 };
  measures.forEach((measure, index) => {
    const length = readMeasure(measure, index, firstStaff, state, reading);
    const { beats, beatLength } = state;
    const known = reading.measures[index];
    if (known === undefined) reading.measures.push({ length: length || beats * beatLength, beats, beatLength });
    else if (length > known.length) reading.measures[index] = { ...known, length };
  });
  return state.staves;
}

/** @returns how long what is written in it lasts. */
function readMeasure(
  measure: Element,
  index: number,
  firstStaff: number,
  state: PartState,
  { notes, tempos }: Reading,
): number {
  let at = 0;
  let chordAt = 0;
  let end = 0;
  const quarters = (element: Element) => Math.max(0, (numberOf(element, 'duration') ?? 0) / state.divisions);
  for (const element of measure.children) {
    switch (element.name) {
      case 'attributes':
        readAttributes(element, state);
        break;
      case 'backup':
        at = Math.max(0, at - quarters(element));
        break;
      case 'forward':
        at += quarters(element);
        break;
      case 'direction':
      case 'sound': {
        const quartersPerMinute = tempoOf(element);
        if (quartersPerMinute !== undefined) tempos.push({ measure: index, start: at, quartersPerMinute });
        break;
      }
      case 'note': {
        if (childOf(element, 'grace') !== undefined) break;
        const length = quarters(element);
        if (childOf(element, 'chord') === undefined) {
          chordAt = at;
          at += length;
        }
        const key = keyOf(childOf(element, 'pitch'), state.transpose);
        if (key === undefined || length === 0) break;
        if (notes.length >= sheetLimits.notes) throw new SheetError('too-large');
        const staff = firstStaff + Math.min(state.staves, Math.max(1, numberOf(element, 'staff') ?? 1)) - 1;
        notes.push({ measure: index, start: chordAt, length, key, staff, isTiedOn: endsTie(element) });
      }
    }
    end = Math.max(end, at);
  }
  return end;
}

function readAttributes(element: Element, state: PartState): void {
  const divisions = numberOf(element, 'divisions');
  if (divisions !== undefined && divisions > 0) state.divisions = divisions;
  state.staves = Math.min(8, Math.max(1, Math.round(numberOf(element, 'staves') ?? state.staves)));
  const time = childOf(element, 'time');
  // Some are sums, such as 3+2.
  const beats = textOf(time, 'beats')
    .split('+')
    .reduce((sum, text) => sum + (numberFrom(text) ?? 0), 0);
  const beatType = numberOf(time, 'beat-type');
  if (beats > 0 && beats <= 64 && beatType !== undefined && beatType > 0) {
    state.beats = beats;
    state.beatLength = 4 / beatType;
  }
  const transpose = childOf(element, 'transpose');
  if (transpose !== undefined) {
    state.transpose = (numberOf(transpose, 'chromatic') ?? 0) + 12 * (numberOf(transpose, 'octave-change') ?? 0);
  }
}

/** Undefined for what has no key between 0 and 127. */
function keyOf(pitch: Element | undefined, transpose: number): number | undefined {
  const step = semitones[textOf(pitch, 'step')];
  const octave = numberOf(pitch, 'octave');
  if (step === undefined || octave === undefined) return undefined;
  const key = Math.round((octave + 1) * 12 + step + (numberOf(pitch, 'alter') ?? 0) + transpose);
  return key >= 0 && key <= 127 ? key : undefined;
}

function endsTie(note: Element): boolean {
  return note.children.some(({ name, attributes }) => name === 'tie' && attributes.get('type') === 'stop');
}

const quartersOfUnit: Readonly<Record<string, number>> = { whole: 4, half: 2, quarter: 1, eighth: 0.5, '16th': 0.25 };

/** Quarter notes a minute: what is to sound, or else what is written. */
function tempoOf(element: Element): number | undefined {
  const sound = element.name === 'sound' ? element : childOf(element, 'sound');
  const given = numberFrom(sound?.attributes.get('tempo')) ?? writtenTempo(element);
  return given !== undefined && given >= 5 && given <= 1_000 ? given : undefined;
}

function writtenTempo(direction: Element): number | undefined {
  for (const type of direction.children) {
    const metronome = type.name === 'direction-type' ? childOf(type, 'metronome') : undefined;
    const unit = quartersOfUnit[textOf(metronome, 'beat-unit')];
    const count = numberOf(metronome, 'per-minute');
    if (unit === undefined || count === undefined) continue;
    return count * unit * (childOf(metronome, 'beat-unit-dot') === undefined ? 1 : 1.5);
  }
  return undefined;
}

function namesOf(partList: Element | undefined): ReadonlyMap<string, string> {
  const parts = partList?.children.filter(({ name }) => name === 'score-part') ?? [];
  return new Map(parts.map((part) => [part.attributes.get('id') ?? '', shortened(textOf(part, 'part-name'))]));
}

function composerOf(identification: Element | undefined): string {
  const creators = identification?.children.filter(({ name }) => name === 'creator') ?? [];
  const composer = creators.find(({ attributes }) => attributes.get('type') === 'composer') ?? creators[0];
  return shortened(composer?.text.trim() ?? '');
}

/** Some programs write the title on the page only. */
function creditOf(score: Element): string {
  const credit = score.children.find(
    (child) => child.name === 'credit' && textOf(child, 'credit-type').toLowerCase() === 'title',
  );
  return textOf(credit, 'credit-words');
}
