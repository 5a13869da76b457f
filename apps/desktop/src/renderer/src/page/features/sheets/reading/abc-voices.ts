import type { TuneLine, TuneObject, VoiceItem, VoiceItemBar, VoiceItemNote } from 'abcjs';
import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { barJumps, noteJumps } from './abc-jumps.ts';
import { AbcPitches } from './abc-pitches.ts';
import { numbersOf } from './musicxml-marks.ts';
import type { Grace, Ornament } from './ornaments.ts';
import type { MeasureMarks } from './playing-order.ts';
import type { SheetMeasure, SheetTempo } from './sheet.ts';

/** A note or chord, in quarter notes, with what the renderer makes of it. */
export interface AbcNote {
  readonly measure: number;
  readonly start: number;
  readonly length: number;
  /** From low to high; empty for a rest. */
  readonly keys: readonly { readonly key: number; readonly isTiedOn: boolean }[];
  readonly graces: readonly Grace[];
  readonly ornament: Ornament | undefined;
  /** Of the key signature. */
  readonly fifths: number;
  /** Signs such as "mf" and "crescendo(". */
  readonly signs: readonly string[];
  readonly item: VoiceItemNote;
}

interface AbcVoice {
  /** Index of the staff from the top. */
  readonly staff: number;
  readonly notes: AbcNote[];
}

export interface AbcTune {
  readonly voices: readonly AbcVoice[];
  readonly measures: readonly SheetMeasure[];
  readonly marks: readonly MeasureMarks[];
  readonly tempos: readonly SheetTempo[];
  /** Where the parts begin to which P: gives names. */
  readonly partStarts: ReadonlyMap<string, number>;
}

type Staff = NonNullable<TuneLine['staff']>[number];
type Marks = { -readonly [Key in keyof MeasureMarks]: MeasureMarks[Key] };

/** The voices of a tune in measures: of one that was only parsed, or of one that was drawn. @param source its text. */
export function tuneVoices(tune: TuneObject, source: string): AbcTune {
  const shift = midiTranspose(tune);
  const voices = new Map<string, VoiceReader>();
  for (const { staff: staves } of tune.lines) {
    staves?.forEach((staff, staffIndex) => {
      staff.voices?.forEach((items, voiceIndex) => {
        const id = `${staffIndex} ${voiceIndex}`;
        const voice = voices.get(id) ?? new VoiceReader(staffIndex, shift, source);
        voices.set(id, voice);
        voice.startLine(staff);
        for (const item of items) voice.take(item);
      });
    });
  }
  const readers = [...voices.values()];
  for (const reader of readers) reader.finish();
  const [first] = readers;
  const count = Math.max(0, ...readers.map((reader) => reader.lengths.length));
  return {
    voices: readers.map(({ staff, notes }) => ({ staff, notes })),
    measures: Array.from({ length: count }, (_, index) => ({
      length: Math.max(...readers.map((reader) => reader.lengths[index] ?? 0)) || 4,
      ...(first?.meters[index] ?? commonTime),
    })),
    marks: withToCodas(Array.from({ length: count }, (_, index) => mergedMarks(readers, index))),
    tempos: readers.flatMap(({ tempos }) => tempos),
    partStarts: first?.partStarts ?? new Map(),
  };
}

/** Repeats of the first voice; jumps stand above any. */
function mergedMarks(readers: readonly VoiceReader[], index: number): Marks {
  return Object.assign({}, ...readers.map(({ marks }) => marks[index]).reverse()) as Marks;
}

/** The last sign is the coda; those before it lead there. */
function withToCodas(marks: readonly Marks[]): Marks[] {
  const last = marks.findLastIndex(({ coda }) => coda !== undefined);
  return marks.map(({ coda, ...others }, index) => {
    if (coda === undefined) return others;
    return index < last ? { ...others, toCoda: coda } : { ...others, coda };
  });
}

function midiTranspose(tune: TuneObject): number {
  const { midi } = tune.formatting as { readonly midi?: { readonly transpose?: readonly unknown[] } };
  const shift = Number(midi?.transpose?.[0] ?? 0);
  return Number.isFinite(shift) ? Math.round(shift) : 0;
}

type Meter = Pick<SheetMeasure, 'beats' | 'beatLength'>;

const commonTime: Meter = { beats: 4, beatLength: 1 };
const ornaments: Readonly<Record<string, Ornament>> = {
  trill: 'trill',
  mordent: 'mordent',
  lowermordent: 'mordent',
  uppermordent: 'inverted-mordent',
  pralltriller: 'inverted-mordent',
  turn: 'turn',
  turnx: 'turn',
  invertedturn: 'inverted-turn',
  invertedturnx: 'inverted-turn',
};
const tolerance = 1e-6;

class VoiceReader {
  readonly staff: number;
  readonly notes: AbcNote[] = [];
  /** Of each measure. */
  readonly lengths: number[] = [];
  readonly meters: Meter[] = [];
  readonly marks: Marks[] = [];
  readonly tempos: SheetTempo[] = [];
  readonly partStarts = new Map<string, number>();
  readonly #source: string;
  #meter = commonTime;
  #at = 0;
  #factor = 1;
  #ending: readonly number[] | undefined;
  readonly #pitches: AbcPitches;
  /** Pitches whose next note goes on, with what they are raised by. */
  readonly #tied = new Map<number, number>();
  /** Of the measure that has begun. */
  #marks: Marks = {};

  constructor(staff: number, shift: number, source: string) {
    this.staff = staff;
    this.#pitches = new AbcPitches(shift, source);
    this.#source = source;
  }

  startLine({ key, clef, meter }: Staff): void {
    this.#pitches.setKey(key);
    this.#pitches.setClef(clef);
    this.#setMeter(meter);
  }

  take(item: VoiceItem): void {
    switch (item.el_type) {
      case 'note':
        this.#note(item);
        break;
      case 'bar':
        this.#bar(item);
        break;
      case 'key':
        this.#pitches.setKey(item);
        break;
      case 'clef':
        this.#pitches.setClef(item);
        break;
      case 'meter':
        this.#setMeter(item);
        break;
      case 'tempo':
        this.#setTempo(item as WrittenTempo);
        break;
      case 'part':
        this.partStarts.set(String((item as { title?: unknown }).title ?? '').trim(), this.lengths.length);
    }
  }

  /** Many tunes have no bar line at their end. */
  finish(): void {
    if (this.#at > tolerance) this.#endMeasure();
  }

  #note(item: VoiceItemNote): void {
    const { startTriplet, tripletMultiplier, endTriplet, gracenotes = [] } = item as AbcExtras;
    if (item.rest?.type === 'multimeasure') {
      this.#restMeasures(Number((item.rest as { text?: unknown }).text));
      return;
    }
    if (startTriplet !== undefined) this.#factor = this.#tupletFactor(item.startChar, startTriplet, tripletMultiplier);
    const length = item.rest?.type === 'spacer' ? 0 : (item.duration || 0) * 4 * this.#factor;
    const measure = this.lengths.length;
    const signs = (item as { decoration?: readonly string[] }).decoration ?? [];
    Object.assign(this.#marks, noteJumps(signs, textsOf(item), this.#at <= tolerance));
    const graces = gracenotes.map(
      ({ pitch, accidental, duration, acciaccatura }): Grace => ({
        notes: [
          {
            key: this.#pitches.key(pitch, this.#pitches.raisedBy(pitch, accidental)),
            staff: this.staff,
            isTiedOn: false,
            isDrum: false,
          },
        ],
        length: duration * 4,
        isCrushed: acciaccatura === true || gracenotes.length > 1,
      }),
    );
    const before = new Map(this.#tied);
    // A tie leads to the note that follows, or nowhere.
    this.#tied.clear();
    const keys = (item.pitches ?? []).map((pitch) => {
      const tied = before.get(pitch.pitch);
      const isTiedOn = tied !== undefined || pitch.endTie === true;
      const raised = this.#pitches.raisedBy(pitch.pitch, pitch.accidental, tied);
      if (pitch.startTie !== undefined) this.#tied.set(pitch.pitch, raised);
      return { key: this.#pitches.key(pitch.pitch, raised), isTiedOn };
    });
    const sounding = keys.filter(({ key }) => key >= 0 && key <= 127);
    const ornament = signs.map((name) => ornaments[name.toLowerCase()]).find((name) => name !== undefined);
    if (length > 0 || keys.length > 0) {
      this.notes.push({
        ...{ measure, start: this.#at, length, keys: sounding, item, ornament, signs },
        graces: graces.filter(({ notes: [note] }) => note !== undefined && note.key >= 0 && note.key <= 127),
        fifths: this.#pitches.fifths,
      });
    }
    this.#at += length;
    if (endTriplet === true) this.#factor = 1;
  }

  /** Five, seven or nine notes without a second number take the time of three in a compound metre; abcjs gives them that of two. */
  #tupletFactor(startChar: number, count: number, multiplier = 1): number {
    const { beats, beatLength } = this.#meter;
    const isCompound = beats > 3 && beats % 3 === 0 && beatLength <= 0.5;
    const isGiven = new RegExp(`\\(${count}:\\d`).test(this.#source.slice(startChar, startChar + 20));
    return isCompound && count % 2 === 1 && count > 3 && !isGiven ? 3 / count : multiplier;
  }

  /** The last of them ends at the bar line that follows. */
  #restMeasures(count: number): void {
    for (let rest = 0; rest < Math.min(sheetLimits.measures + 1, Math.max(1, count || 1)); rest++) {
      if (rest > 0) this.#endMeasure();
      this.#at = this.#meter.beats * this.#meter.beatLength;
    }
  }

  #bar({ type, startEnding, endEnding, ...bar }: VoiceItemBar): void {
    const written = this.#source.slice(bar.startChar, bar.endChar);
    const signs = (bar as { decoration?: readonly string[] }).decoration ?? [];
    // Such bar lines also stand within a measure.
    const isHint = type === 'bar_invisible' || written.includes('.|') || this.#source[bar.startChar - 1] === '.';
    const isFull = this.#at >= this.#meter.beats * this.#meter.beatLength - tolerance;
    if (isHint && startEnding === undefined && !isFull && type !== 'bar_right_repeat') return;
    this.#pitches.startBar();
    const endsRepeat = type === 'bar_right_repeat' || type === 'bar_dbl_repeat';
    const jumps = barJumps(signs, textsOf(bar));
    // A bar line at the beginning of a line ends no measure.
    if (this.#at > tolerance) {
      if (endsRepeat) this.#marks.times = 1 + Math.max(1, Math.min(9, this.#colonsOf(bar)));
      Object.assign(this.#marks, jumps.here);
      this.#endMeasure();
    } else if (this.marks.length > 0) {
      // Two bar lines in a row are one.
      const last = this.marks.at(-1) as Marks;
      Object.assign(last, jumps.here);
      if (endsRepeat) last.times ??= 2;
    }
    if (endEnding === true) this.#ending = undefined;
    if (startEnding !== undefined) this.#ending = numbersOf(startEnding);
    Object.assign(this.#marks, jumps.next);
    const isOnlyEnd = type === 'bar_dbl_repeat' && this.#colonsAfter(bar.endChar) > 0;
    if (type === 'bar_left_repeat' || (type === 'bar_dbl_repeat' && !isOnlyEnd)) this.#marks.startsRepeat = true;
  }

  /** How many colons end a repeat; abcjs makes two bar lines of three. */
  #colonsOf({ startChar, endChar }: Pick<VoiceItemBar, 'startChar' | 'endChar'>): number {
    const written = this.#source.slice(startChar, endChar).trim();
    // Without a line between them, one half of them begins the next repeat.
    if (/^::+$/.test(written) && this.#colonsAfter(endChar) === 0) return Math.floor(written.length / 2);
    const own = /:+/.exec(written)?.[0].length ?? 1;
    return own + this.#colonsAfter(endChar);
  }

  #colonsAfter(endChar: number): number {
    return /^(:+)\|/.exec(this.#source.slice(endChar, endChar + 9))?.[1]?.length ?? 0;
  }

  #endMeasure(): void {
    if (this.#ending !== undefined) this.#marks.endings = this.#ending;
    this.marks.push(this.#marks);
    this.lengths.push(this.#at);
    this.meters.push(this.#meter);
    this.#at = 0;
    this.#marks = {};
  }

  #setMeter(meter: WrittenMeter | undefined): void {
    if (meter === undefined) return;
    const [{ num, den } = {}] = meter.value ?? [];
    const beats = String(num ?? '')
      .split('+')
      .reduce((sum, piece) => sum + Number(piece), 0);
    const beatType = Number(den);
    if (beats > 0 && beats <= 64 && beatType > 0) this.#meter = { beats, beatLength: 4 / beatType };
    else if (meter.type === 'cut_time') this.#meter = { beats: 2, beatLength: 2 };
    else if (meter.type === 'common_time') this.#meter = commonTime;
  }

  #setTempo(tempo: WrittenTempo): void {
    const quartersPerMinute = quartersPerMinuteOf(tempo);
    if (quartersPerMinute !== undefined) {
      this.tempos.push({ measure: this.lengths.length, start: this.#at, quartersPerMinute });
    }
  }
}

/** Quarter notes a minute; undefined if there is no number, or none that can be played. */
export function quartersPerMinuteOf({ bpm, duration = [0.25] }: WrittenTempo): number | undefined {
  if (bpm === undefined) return undefined;
  const quarters = bpm * 4 * duration.reduce((sum, part) => sum + part, 0);
  return quarters >= 5 && quarters <= 1_000 ? quarters : undefined;
}

/** Texts above and below. */
function textsOf(item: object): readonly string[] {
  const { chord = [] } = item as {
    readonly chord?: readonly { readonly name?: unknown; readonly position?: string }[];
  };
  return chord.flatMap(({ name, position }) => (position !== 'default' && typeof name === 'string' ? [name] : []));
}

export interface WrittenTempo {
  readonly bpm?: number;
  readonly duration?: readonly number[];
}

interface WrittenMeter {
  readonly type?: string;
  readonly value?: readonly { readonly num?: unknown; readonly den?: unknown }[];
}

/** abcjs does not declare these. */
interface AbcExtras {
  readonly startTriplet?: number;
  readonly tripletMultiplier?: number;
  readonly endTriplet?: boolean;
  readonly gracenotes?: readonly {
    readonly pitch: number;
    readonly accidental?: string;
    readonly duration: number;
    readonly acciaccatura?: boolean;
  }[];
}
