import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { engraved, tag } from './engraving.ts';
import type { PartState } from './musicxml-state.ts';
import { childOf, type Element, numberOf, textOf } from './read-xml.ts';
import { SheetError } from './sheet.ts';

/** Writes a measure of one part for the engraver. */
export class MeasureEngraving {
  readonly #state: PartState;
  readonly #voiceNumber: (voice: string) => number;
  readonly #start: string;
  #lead = '';
  #body = '';
  #written = '';
  #hasBegun = false;
  /** Where the engraver is, and where the next note belongs, in ticks. */
  #at = 0;
  #target = 0;
  #notes = 0;
  #directions = 0;
  #ofChord = 0;

  constructor(measure: Element, state: PartState, voiceNumber: (voice: string) => number) {
    this.#state = state;
    this.#voiceNumber = voiceNumber;
    const number = /^\d{1,5}/.exec(measure.attributes.get('number') ?? '')?.[0];
    const implicit = measure.attributes.get('implicit') === 'yes' ? ' implicit="yes"' : '';
    this.#start = `<measure number="${number ?? 0}"${implicit}>`;
  }

  /** Call it before the state has read the element. */
  take(element: Element): void {
    if (element.name === 'attributes') this.#attributes(element);
    else if (element.name === 'note') this.#note(element);
    else if (element.name === 'backup' || element.name === 'forward') {
      this.#begin();
      this.#target += Math.round(numberOf(element, 'duration') ?? 0) * (element.name === 'backup' ? -1 : 1);
    } else if (element.name === 'direction' || element.name === 'harmony') {
      if (++this.#directions > sheetLimits.directionsOfMeasure) return;
      this.#begin();
      this.#move();
      this.#body += engraved(element, (child) => this.#changed(child));
    } else if (element.name === 'figured-bass') {
      for (const figure of figuresInWords(element)) this.take(figure);
    } else if (element.name === 'barline') {
      if (element.attributes.get('location') !== 'left') {
        this.#begin();
        this.#move();
      }
      this.#body += engraved(element);
    }
  }

  finished(): { readonly state: string; readonly lead: string; readonly body: string; readonly drawnNotes: number } {
    this.#begin();
    return {
      state: `${this.#start}${this.#written}`,
      lead: `${this.#start}${this.#lead}`,
      body: `${this.#body}</measure>`,
      drawnNotes: this.#notes,
    };
  }

  #attributes(element: Element): void {
    const inside = element.children.filter(({ name }) => ['key', 'time', 'clef', 'staff-details'].includes(name));
    const pieces = inside.slice(0, 32).map((child) => engraved(child));
    const divisions = childOf(element, 'divisions') === undefined ? '' : divisionsOf(element);
    const staves = childOf(element, 'staves') === undefined ? '' : tag('staves', this.#state.staves);
    const order = (name: string) => pieces.filter((piece) => piece.startsWith(`<${name}`)).join('');
    const content = `${divisions}${order('key')}${order('time')}${staves}${order('clef')}${order('staff-details')}`;
    if (content === '') return;
    if (this.#hasBegun) {
      this.#move();
      this.#body += tag('attributes', content);
    } else this.#lead += tag('attributes', content);
  }

  #note(element: Element): void {
    this.#begin();
    if (++this.#notes > sheetLimits.notesOfMeasure) throw new SheetError('too-large');
    const isChord = childOf(element, 'chord') !== undefined;
    const isGrace = childOf(element, 'grace') !== undefined;
    const duration = isGrace ? 0 : Math.min(10_000_000, Math.max(0, Math.round(numberOf(element, 'duration') ?? 0)));
    this.#ofChord = isChord ? this.#ofChord + 1 : 1;
    if (this.#ofChord > sheetLimits.notesOfChord) throw new SheetError('too-large');
    if (!isChord) this.#move();
    const written = engraved(element, (child) => this.#changed(child));
    this.#body += written;
    if (isChord) return;
    this.#target += duration;
    if (written !== '') this.#at += duration;
  }

  #changed(child: Element): string | undefined {
    if (child.name === 'voice') return String(this.#voiceNumber(child.text.trim()));
    if (child.name === 'staff')
      return String(Math.min(this.#state.staves, Math.max(1, Math.round(Number(child.text) || 1))));
    if (child.name === 'duration')
      return String(Math.min(10_000_000, Math.max(0, Math.round(Number(child.text) || 0))));
    if (child.name === 'octave' || child.name === 'display-octave') return octaveOf(child);
    return undefined;
  }

  /** The state before the first note is known now. */
  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#written = this.#state.written(this.#lead.includes('<time'));
  }

  #move(): void {
    const target = Math.max(0, this.#target);
    const by = target - this.#at;
    if (by !== 0) this.#body += tag(by < 0 ? 'backup' : 'forward', tag('duration', Math.min(10_000_000, Math.abs(by))));
    this.#at = target;
  }
}

const signs: Readonly<Record<string, string>> = {
  sharp: '♯',
  flat: '♭',
  natural: '♮',
  'double-sharp': '𝄪',
  'flat-flat': '♭♭',
};

/** The engraver knows no figured bass: its figures stand below the staff, one under the other, as words. */
function figuresInWords(figuredBass: Element): Element[] {
  const element = (name: string, children: Element[], text = ''): Element => ({
    ...{ name, attributes: new Map(name === 'direction' ? [['placement', 'below']] : []), children, text },
  });
  const figures = figuredBass.children.filter(({ name }) => name === 'figure').slice(0, 8);
  return figures.map((figure) => {
    const [before = '', after = ''] = ['prefix', 'suffix'].map((name) => signs[textOf(figure, name)] ?? '');
    const words = element('words', [], `${before}${textOf(figure, 'figure-number')}${after}`);
    return element('direction', [element('direction-type', [words])]);
  });
}

function divisionsOf(attributes: Element): string {
  const value = Math.round(Number(textOf(attributes, 'divisions')) || 1);
  return tag('divisions', Math.min(1_000_000, Math.max(1, value)));
}

function octaveOf({ text }: Element): string {
  return String(Math.min(9, Math.max(0, Math.round(Number(text) || 4))));
}
