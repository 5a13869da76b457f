import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { type DrumKit, drumKeyOf } from './drum-kit.ts';
import { Dynamics } from './dynamics.ts';
import { MeasureEngraving } from './measure-engraving.ts';
import { MeasureChords, type ReadChord } from './musicxml-chords.ts';
import { PartState } from './musicxml-state.ts';
import { tempoOf } from './musicxml-tempo.ts';
import { childOf, type Element, numberFrom, numberOf, textOf } from './read-xml.ts';
import { SheetError, type SheetMeasure, type SheetNote, type SheetTempo } from './sheet.ts';

/** A measure of one part. */
interface ReadMeasure extends SheetMeasure {
  /** Without what stands before the first note; a page begins with `state` instead. */
  readonly body: string;
  readonly lead: string;
  readonly state: string;
  /** Of each staff. */
  readonly transposes: readonly number[];
  /** Notes that are drawn, grace notes and rests as well. */
  readonly drawnNotes: number;
}

export interface ReadPart {
  readonly staves: number;
  readonly transpose: number;
  readonly measures: readonly ReadMeasure[];
  readonly notes: readonly SheetNote[];
  readonly tempos: readonly SheetTempo[];
}

const semitones: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** Reads a part. @param firstStaff the index of its first staff among all. @throws {SheetError} */
export function readPart(measures: readonly Element[], firstStaff: number, kit: DrumKit): ReadPart {
  const reader = new PartReader(measures, firstStaff, kit);
  for (const [index, measure] of measures.entries()) reader.read(measure, index);
  return reader.finished();
}

class PartReader {
  readonly #state: PartState;
  readonly #firstStaff: number;
  readonly #kit: DrumKit;
  readonly #measures: ReadMeasure[] = [];
  readonly #notes: Omit<SheetNote, 'velocity'>[] = [];
  readonly #tempos: SheetTempo[] = [];
  readonly #dynamics = new Dynamics();
  /** Where each measure begins, in quarter notes. */
  readonly #starts: number[] = [];
  #at = 0;
  readonly #voices = new Map<string, number>();

  constructor(measures: readonly Element[], firstStaff: number, kit: DrumKit) {
    this.#state = new PartState(measures);
    this.#firstStaff = firstStaff;
    this.#kit = kit;
  }

  read(measure: Element, index: number): void {
    this.#starts.push(this.#at);
    const chords = new MeasureChords();
    const drawn = new MeasureEngraving(measure, this.#state, (voice) => this.#voiceNumber(voice));
    let at = 0;
    let end = 0;
    for (const element of measure.children) {
      drawn.take(element);
      switch (element.name) {
        case 'attributes':
          this.#state.read(element, index);
          break;
        case 'backup':
          at -= this.#quarters(element);
          break;
        case 'forward':
          at += this.#quarters(element);
          break;
        case 'direction':
        case 'sound':
          this.#direct(element, index, Math.max(0, at));
          break;
        case 'note':
          at = this.#note(element, at, chords);
      }
      end = Math.max(end, at);
    }
    this.#add(chords.finished(), index);
    this.#repeatMeasure(index);
    const { beats, beatLength } = this.#state;
    const length = end || beats * beatLength;
    this.#measures.push({ length: end, beats, beatLength, ...drawn.finished(), transposes: this.#state.transposes() });
    this.#at += length;
  }

  finished(): ReadPart {
    const velocityAt = this.#dynamics.finished();
    return {
      staves: this.#state.staves,
      transpose: this.#measures[0]?.transposes[0] ?? 0,
      measures: this.#measures,
      tempos: this.#tempos,
      notes: this.#notes.map((note) => ({
        ...note,
        velocity: velocityAt((this.#starts[note.measure] ?? 0) + note.start),
      })),
    };
  }

  /** @returns where the next one is. */
  #note(element: Element, at: number, chords: MeasureChords): number {
    const length = this.#quarters(element);
    const isChord = childOf(element, 'chord') !== undefined;
    const isGrace = childOf(element, 'grace') !== undefined;
    const staff = Math.min(this.#state.staves, Math.max(1, Math.round(numberOf(element, 'staff') ?? 1)));
    const unpitched = childOf(element, 'unpitched');
    const key =
      unpitched === undefined
        ? keyOf(childOf(element, 'pitch'), this.#state.transposeOf(staff))
        : drumKeyOf(element, unpitched, this.#kit);
    // A cue note is what somebody else plays.
    const isSilent = key === undefined || childOf(element, 'cue') !== undefined || (length === 0 && !isGrace);
    const note = isSilent
      ? undefined
      : { key, staff: this.#firstStaff + staff - 1, isTiedOn: endsTie(element), isDrum: unpitched !== undefined };
    if (isGrace) {
      chords.grace(element, note, isChord);
      return at;
    }
    chords.note(element, note, isChord, at, length);
    this.#dynamicsOn(element, Math.max(0, at));
    return isChord ? at : at + length;
  }

  #add(chords: readonly ReadChord[], measure: number): void {
    for (const chord of chords) {
      for (const note of chord.played(this.#state.fifths)) {
        if (this.#notes.length >= sheetLimits.notes) throw new SheetError('too-large');
        if (note.length > 0) this.#notes.push({ measure, ...note });
      }
    }
  }

  /** Where signs say that earlier measures are played again, their notes are taken. */
  #repeatMeasure(index: number): void {
    const back = this.#state.repeatedMeasures;
    if (back === 0 || this.#notes.at(-1)?.measure === index) return;
    for (const note of this.#notes.filter(({ measure }) => measure === index - back)) {
      if (this.#notes.length >= sheetLimits.notes) throw new SheetError('too-large');
      this.#notes.push({ ...note, measure: index, isTiedOn: false });
    }
  }

  #direct(element: Element, measure: number, start: number): void {
    const quartersPerMinute = tempoOf(element);
    if (quartersPerMinute !== undefined) this.#tempos.push({ measure, start, quartersPerMinute });
    const sound = element.name === 'sound' ? element : childOf(element, 'sound');
    const at = this.#at + start;
    let isMarked = false;
    for (const type of element.children.filter(({ name }) => name === 'direction-type')) {
      for (const { name } of childOf(type, 'dynamics')?.children ?? [])
        isMarked = this.#dynamics.mark(name, at) || isMarked;
      const wedge = childOf(type, 'wedge')?.attributes.get('type');
      if (wedge === 'crescendo' || wedge === 'diminuendo') this.#dynamics.begin(wedge === 'crescendo' ? 1 : -1, at);
      else if (wedge === 'stop') this.#dynamics.end(at);
    }
    // In percent of the usual forte.
    const percent = numberFrom(sound?.attributes.get('dynamics'));
    if (!isMarked && percent !== undefined) this.#dynamics.set(percent * 0.9, at);
  }

  #dynamicsOn(note: Element, start: number): void {
    for (const notations of note.children.filter(({ name }) => name === 'notations')) {
      for (const { name } of childOf(notations, 'dynamics')?.children ?? [])
        this.#dynamics.mark(name, this.#at + start);
    }
  }

  #quarters(element: Element): number {
    return Math.max(0, (numberOf(element, 'duration') ?? 0) / this.#state.divisions);
  }

  /** Some programs name voices. */
  #voiceNumber(voice: string): number {
    const number = Number(voice);
    if (Number.isInteger(number) && number >= 1 && number <= 32) return number;
    const known = this.#voices.get(voice) ?? 1 + (this.#voices.size % 32);
    this.#voices.set(voice, known);
    return known;
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

/** By what is to sound, or by the slur that is drawn: some programs write only that. */
function endsTie(note: Element): boolean {
  const tied = note.children.flatMap(({ name, children }) => (name === 'notations' ? children : []));
  return [...note.children, ...tied].some(
    ({ name, attributes }) => (name === 'tie' || name === 'tied') && attributes.get('type') === 'stop',
  );
}
