import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { engraved, tag } from './engraving.ts';
import { lengthOfType } from './note-types.ts';
import { childOf, type Element, numberFrom, numberOf, textOf } from './read-xml.ts';

/** What holds from one measure of a part to the next. */
export class PartState {
  /** Ticks of a quarter note. */
  divisions: number;
  beats = 4;
  beatLength = 1;
  readonly staves: number;
  /** Of the key signature. */
  fifths = 0;
  /** How many measures back is what is played again; 0 for none. */
  repeatedMeasures = 0;
  #shift: readonly number[];
  #time = '';
  #key = '';
  readonly #clefs = new Map<string, string>();
  readonly #details = new Map<string, string>();

  /** @param measures those of the part: some say what holds only after the first note. */
  constructor(measures: readonly Element[]) {
    const all = measures.flatMap(({ children }) => children.filter(({ name }) => name === 'attributes'));
    const staves = all.map((attributes) => numberOf(attributes, 'staves') ?? 1);
    const most = staves.reduce((highest, count) => Math.max(highest, count), 1);
    this.staves = Math.min(sheetLimits.stavesOfPart, Math.max(1, Math.round(most)));
    const [first] = all.flatMap((attributes) => divisionsIn(attributes) ?? []);
    this.divisions = first ?? divisionsByType(measures) ?? 1;
    this.#shift = Array.from({ length: this.staves }, () => 0);
  }

  read(attributes: Element, measure: number): void {
    this.divisions = divisionsIn(attributes) ?? this.divisions;
    for (const child of attributes.children) {
      const number = child.attributes.get('number') ?? '';
      if (child.name === 'time') this.#setTime(child);
      else if (child.name === 'key') this.#setKey(child);
      else if (child.name === 'transpose') this.#transpose(child, number);
      else if (child.name === 'measure-style') this.#setStyle(child, measure);
      else if (child.name === 'clef') this.#clefs.set(number || '1', engraved(child));
      else if (child.name === 'staff-details') this.#details.set(number || '1', engraved(child));
    }
  }

  transposeOf(staff: number): number {
    return this.#shift[staff - 1] ?? 0;
  }

  transposes(): readonly number[] {
    return this.#shift;
  }

  /** All that holds, for a page that begins here. @param showsTime false hides the time signature, which stood elsewhere. */
  written(showsTime: boolean): string {
    const time = showsTime ? this.#time : this.#time.replace(/^<time(?![^>]*print-object)/, '<time print-object="no"');
    const clefs = [...this.#clefs.values()].join('');
    const details = [...this.#details.values()].join('');
    const content = `${this.writtenDivisions()}${this.#key}${time}${tag('staves', this.staves)}${clefs}${details}`;
    return tag('attributes', content);
  }

  writtenDivisions(): string {
    return tag('divisions', Math.min(1_000_000, Math.max(1, Math.round(this.divisions))));
  }

  #setTime(time: Element): void {
    const written = engraved(time);
    if (written !== '') this.#time = written;
    // Some are sums, such as 3+2, or of two kinds of beats.
    const beats = time.children.filter(({ name }) => name === 'beats').map(({ text }) => sumOf(text));
    const types = time.children.filter(({ name }) => name === 'beat-type').map(({ text }) => numberFrom(text) ?? 0);
    const shortest = Math.max(0, ...types);
    if (shortest <= 0 || shortest > 64) return;
    const count = beats.reduce((sum, each, index) => sum + (each * shortest) / (types[index] || shortest), 0);
    if (count <= 0 || count > 64) return;
    this.beats = count;
    this.beatLength = 4 / shortest;
  }

  #setKey(key: Element): void {
    const written = engraved(key);
    if (written === '') return;
    this.#key = written;
    this.fifths = Math.min(7, Math.max(-7, Math.round(numberOf(key, 'fifths') ?? 0)));
  }

  #transpose(element: Element, number: string): void {
    const octaves = (numberOf(element, 'octave-change') ?? 0) - (childOf(element, 'double') === undefined ? 0 : 1);
    const semitones = Math.min(96, Math.max(-96, Math.round((numberOf(element, 'chromatic') ?? 0) + 12 * octaves)));
    this.#shift = this.#shift.map((known, index) =>
      number === '' || Number(number) === index + 1 ? semitones : known,
    );
  }

  #setStyle(style: Element, measure: number): void {
    const repeat = childOf(style, 'measure-repeat');
    if (repeat === undefined) return;
    const back = Math.round(numberFrom(repeat.text) ?? 1);
    this.repeatedMeasures = repeat.attributes.get('type') === 'start' && back >= 1 && back <= measure ? back : 0;
  }
}

function divisionsIn(attributes: Element): number | undefined {
  const divisions = numberOf(attributes, 'divisions');
  return divisions !== undefined && divisions > 0 ? divisions : undefined;
}

/** Where nothing gives them, a note does that has both a name and a length. */
function divisionsByType(measures: readonly Element[]): number | undefined {
  for (const note of measures.flatMap(({ children }) => children.filter(({ name }) => name === 'note'))) {
    const duration = numberOf(note, 'duration');
    const length = lengthOfType(textOf(note, 'type'), note.children.filter(({ name }) => name === 'dot').length);
    const isTuplet = childOf(note, 'time-modification') !== undefined;
    if (duration !== undefined && duration > 0 && length !== undefined && !isTuplet) return duration / length;
  }
  return undefined;
}

function sumOf(text: string): number {
  return text.split('+').reduce((sum, piece) => sum + (numberFrom(piece) ?? 0), 0);
}
