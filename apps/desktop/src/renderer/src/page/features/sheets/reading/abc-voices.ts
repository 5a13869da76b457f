import type { KeySignature, TuneLine, TuneObject, VoiceItem, VoiceItemBar, VoiceItemNote } from 'abcjs';
import type { MeasureMarks } from './playing-order.ts';
import type { SheetMeasure } from './sheet.ts';

/** A note or chord, in quarter notes, with what the renderer makes of it. */
export interface AbcNote {
  readonly measure: number;
  readonly start: number;
  readonly length: number;
  /** From low to high; empty for a rest. */
  readonly keys: readonly { readonly key: number; readonly isTiedOn: boolean }[];
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
}

type Staff = NonNullable<TuneLine['staff']>[number];

/** The voices of a tune in measures: of one that was only parsed, or of one that was drawn. */
export function tuneVoices(tune: TuneObject): AbcTune {
  const voices = new Map<string, VoiceReader>();
  for (const { staff: staves } of tune.lines) {
    staves?.forEach((staff, staffIndex) => {
      staff.voices?.forEach((items, voiceIndex) => {
        const id = `${staffIndex} ${voiceIndex}`;
        const voice = voices.get(id) ?? new VoiceReader(staffIndex);
        voices.set(id, voice);
        voice.startLine(staff);
        for (const item of items) voice.take(item);
      });
    });
  }
  const readers = [...voices.values()];
  const [first] = readers;
  const count = Math.max(0, ...readers.map((reader) => reader.lengths.length));
  return {
    voices: readers.map(({ staff, notes }) => ({ staff, notes })),
    measures: Array.from({ length: count }, (_, index) => ({
      length: Math.max(...readers.map((reader) => reader.lengths[index] ?? 0)) || 4,
      ...(first?.meters[index] ?? commonTime),
    })),
    marks: Array.from({ length: count }, (_, index) => first?.marks[index] ?? {}),
  };
}

type Meter = Pick<SheetMeasure, 'beats' | 'beatLength'>;

const commonTime: Meter = { beats: 4, beatLength: 1 };
const scale = [0, 2, 4, 5, 7, 9, 11] as const;
const letters = 'cdefgab';
const shifts: Readonly<Record<string, number>> = { sharp: 1, flat: -1, natural: 0, dblsharp: 2, dblflat: -2 };

class VoiceReader {
  readonly staff: number;
  readonly notes: AbcNote[] = [];
  /** Of each measure. */
  readonly lengths: number[] = [];
  readonly meters: Meter[] = [];
  readonly marks: { -readonly [Key in keyof MeasureMarks]: MeasureMarks[Key] }[] = [];
  #meter = commonTime;
  #at = 0;
  #factor = 1;
  #octave = 0;
  #ending: readonly number[] | undefined;
  /** By letter. */
  #signature = new Map<string, number>();
  /** By pitch, until the bar ends. */
  readonly #accidentals = new Map<number, number>();
  /** Pitches whose next note goes on. */
  readonly #tied = new Set<number>();
  #startsRepeat = false;

  constructor(staff: number) {
    this.staff = staff;
  }

  startLine({ key, clef, meter }: Staff): void {
    this.#setKey(key);
    this.#setClef(clef?.type);
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
        this.#setKey(item);
        break;
      case 'clef':
        this.#setClef(item.type);
        break;
      case 'meter':
        this.#setMeter(item);
    }
  }

  #note(item: VoiceItemNote): void {
    const { startTriplet, tripletMultiplier, endTriplet } = item as Triplet;
    if (startTriplet !== undefined) this.#factor = tripletMultiplier ?? 1;
    const length = (item.duration || 0) * 4 * this.#factor;
    const measure = this.lengths.length;
    const keys = (item.pitches ?? []).map((pitch) => {
      const isTiedOn = this.#tied.delete(pitch.pitch) || pitch.endTie === true;
      if (pitch.startTie !== undefined) this.#tied.add(pitch.pitch);
      if (pitch.accidental !== undefined) this.#accidentals.set(pitch.pitch, shifts[pitch.accidental] ?? 0);
      return { key: this.#keyOf(pitch.pitch), isTiedOn };
    });
    const sounding = keys.filter(({ key }) => key >= 0 && key <= 127);
    if (length > 0 || keys.length > 0) this.notes.push({ measure, start: this.#at, length, keys: sounding, item });
    this.#at += length;
    if (endTriplet === true) this.#factor = 1;
  }

  #keyOf(pitch: number): number {
    const octave = Math.floor(pitch / 7);
    const step = pitch - octave * 7;
    const shift = this.#accidentals.get(pitch) ?? this.#signature.get(letters[step] ?? '') ?? 0;
    return 60 + octave * 12 + (scale[step] ?? 0) + shift + this.#octave * 12;
  }

  #bar({ type, startEnding, endEnding, ...bar }: VoiceItemBar): void {
    this.#accidentals.clear();
    const endsRepeat = type === 'bar_right_repeat' || type === 'bar_dbl_repeat';
    // A bar line at the beginning of a line ends no measure.
    if (this.#at > 0) {
      const marks: (typeof this.marks)[number] = {};
      if (this.#startsRepeat) marks.startsRepeat = true;
      if (endsRepeat) marks.times = 2;
      if (this.#ending !== undefined) marks.endings = this.#ending;
      Object.assign(marks, jumpsOf((bar as { decoration?: readonly string[] }).decoration ?? []));
      this.marks.push(marks);
      this.lengths.push(this.#at);
      this.meters.push(this.#meter);
      this.#at = 0;
      this.#startsRepeat = false;
    }
    if (endEnding === true) this.#ending = undefined;
    if (startEnding !== undefined) this.#ending = endingNumbers(startEnding);
    if (type === 'bar_left_repeat' || type === 'bar_dbl_repeat') this.#startsRepeat = true;
  }

  #setKey(key: KeySignature | undefined): void {
    if (key?.accidentals === undefined) return;
    this.#signature = new Map(key.accidentals.map(({ note, acc }) => [note.toLowerCase(), shifts[acc] ?? 0]));
  }

  #setClef(type: string | undefined): void {
    if (type !== undefined) this.#octave = type.endsWith('+8') ? 1 : type.endsWith('-8') ? -1 : 0;
  }

  #setMeter(meter: WrittenMeter | undefined): void {
    if (meter === undefined) return;
    const [{ num, den } = {}] = meter.value ?? [];
    const [beats, beatType] = [Number(num), Number(den)];
    if (beats > 0 && beats <= 64 && beatType > 0) this.#meter = { beats, beatLength: 4 / beatType };
    else if (meter.type === 'cut_time') this.#meter = { beats: 2, beatLength: 2 };
    else if (meter.type === 'common_time') this.#meter = commonTime;
  }
}

interface WrittenMeter {
  readonly type?: string;
  readonly value?: readonly { readonly num?: unknown; readonly den?: unknown }[];
}

/** abcjs does not declare these. */
interface Triplet {
  readonly startTriplet?: number;
  readonly tripletMultiplier?: number;
  readonly endTriplet?: boolean;
}

function endingNumbers(text: string): readonly number[] {
  const numbers = text.match(/\d{1,2}/g)?.map(Number) ?? [];
  return numbers.length === 0 ? [1] : numbers;
}

function jumpsOf(decorations: readonly string[]): MeasureMarks {
  const has = (...names: string[]) => names.some((name) => decorations.includes(name));
  return {
    ...(has('segno') && { segno: true }),
    ...(has('coda') && { coda: true }),
    ...(has('fine') && { fine: true }),
    ...(has('D.C.', 'D.C.alfine', 'D.C.alcoda') && { daCapo: true }),
    ...(has('D.S.', 'D.S.alfine', 'D.S.alcoda') && { dalSegno: true }),
  };
}
