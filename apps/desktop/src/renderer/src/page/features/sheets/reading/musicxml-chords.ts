import { lengthOfType } from './note-types.ts';
import {
  alternating,
  type Grace,
  type Ornament,
  type PlayedNote,
  playedNotes,
  type WrittenPitch,
} from './ornaments.ts';
import { childOf, type Element, numberFrom, textOf } from './read-xml.ts';

/** A note or chord, with its ornaments. */
export interface ReadChord {
  /** @param fifths of the key signature */
  played(fifths: number): readonly PlayedNote[];
}

interface Chord {
  readonly start: number;
  length: number;
  readonly notes: WrittenPitch[];
  graces: readonly Grace[];
  readonly ornament: Ornament | undefined;
  readonly tremolo: number | undefined;
  readonly pair: { readonly type: 'start' | 'stop'; readonly unit: number } | undefined;
  readonly spread: 'up' | 'down' | undefined;
  readonly isHidden: boolean;
}

interface OpenGrace extends Grace {
  readonly notes: WrittenPitch[];
}

/** Gathers the chords of one measure. */
export class MeasureChords {
  readonly #chords: Chord[] = [];
  /** By voice. */
  readonly #graces = new Map<string, OpenGrace[]>();
  readonly #last = new Map<string, Chord>();
  #current: Chord | undefined;
  #grace: OpenGrace | undefined;

  grace(element: Element, note: WrittenPitch | undefined, isChord: boolean): void {
    if (note === undefined) return;
    if (isChord && this.#grace !== undefined) {
      this.#grace.notes.push(note);
      return;
    }
    const isCrushed = childOf(element, 'grace')?.attributes.get('slash') === 'yes';
    this.#grace = { notes: [note], length: lengthOfType(textOf(element, 'type'), 0) ?? 0.5, isCrushed };
    const voice = textOf(element, 'voice');
    const waiting = this.#graces.get(voice) ?? [];
    this.#graces.set(voice, [...waiting, this.#grace]);
  }

  note(element: Element, note: WrittenPitch | undefined, isChord: boolean, at: number, length: number): void {
    this.#grace = undefined;
    if (isChord) {
      if (note !== undefined) this.#current?.notes.push(note);
      return;
    }
    // Where a file goes back too far, what is before the measure begins with it.
    const start = Math.max(0, at);
    const voice = textOf(element, 'voice');
    const graces = this.#graces.get(voice) ?? [];
    this.#graces.delete(voice);
    const isHidden = element.attributes.get('print-object') === 'no';
    const chord: Chord = {
      start,
      length,
      notes: note === undefined ? [] : [note],
      graces,
      ...ornamentsOf(element),
      isHidden,
    };
    this.#current = chord;
    this.#last.set(voice, chord);
    this.#chords.push(chord);
  }

  finished(): readonly ReadChord[] {
    for (const [voice, graces] of this.#graces) this.#playAfter(this.#last.get(voice), graces);
    return this.#chords.flatMap((chord, index): ReadChord[] => {
      if (chord.notes.length === 0 || (chord.isHidden && this.#isSpelled(chord))) return [];
      const { pair } = chord;
      const other = this.#chords.slice(index + 1).find((each) => each.pair?.type === 'stop');
      if (pair?.type === 'start' && other !== undefined)
        return [{ played: () => alternating(chord, other, pair.unit) }];
      const first = this.#chords.slice(0, index).findLast((each) => each.pair !== undefined);
      if (pair?.type === 'stop' && first?.pair?.type === 'start') return [];
      return [{ played: (fifths) => playedNotes(chord, fifths) }];
    });
  }

  /** Some programs write what an ornament sounds like in notes that are not printed. */
  #isSpelled({ start }: Chord): boolean {
    return this.#chords.some(
      ({ ornament, tremolo, start: from, length }) =>
        (ornament ?? tremolo) !== undefined && start > from - 1e-4 && start < from + length,
    );
  }

  /** Grace notes that no note follows end the one before. */
  #playAfter(chord: Chord | undefined, graces: readonly OpenGrace[]): void {
    if (chord === undefined || chord.notes.length === 0) return;
    const each = Math.min(1 / 8, chord.length / 2 / graces.length);
    const end = chord.start + chord.length;
    chord.length -= each * graces.length;
    graces.forEach(({ notes }, index) => {
      const start = end - each * (graces.length - index);
      this.#chords.push({
        start,
        length: each,
        notes,
        graces: [],
        ornament: undefined,
        tremolo: undefined,
        pair: undefined,
        spread: undefined,
        isHidden: false,
      });
    });
  }
}

const ornamentNames: Readonly<Record<string, Ornament>> = {
  'trill-mark': 'trill',
  mordent: 'mordent',
  'inverted-mordent': 'inverted-mordent',
  turn: 'turn',
  'delayed-turn': 'turn',
  'inverted-turn': 'inverted-turn',
};

function ornamentsOf(note: Element): Pick<Chord, 'ornament' | 'tremolo' | 'pair' | 'spread'> {
  const notations = note.children.filter(({ name }) => name === 'notations').flatMap(({ children }) => children);
  const all = notations.flatMap(({ name, children }) => (name === 'ornaments' ? children : []));
  const arpeggio = notations.find(({ name }) => name === 'arpeggiate');
  const isDown = arpeggio?.attributes.get('direction') === 'down';
  const ornament = all.map(({ name }) => ornamentNames[name]).find((name) => name !== undefined);
  const written = all.find(({ name }) => name === 'tremolo');
  const strokes = Math.min(4, Math.max(1, Math.round(numberFrom(written?.text) ?? 3)));
  const type = written?.attributes.get('type') ?? 'single';
  // A stroke halves what the beams have halved before.
  const beams = Math.max(0, Math.log2(1 / (lengthOfType(textOf(note, 'type'), 0) ?? 1)));
  const unit = 1 / 2 ** (strokes + beams);
  return {
    ornament,
    spread: arpeggio && (isDown ? 'down' : 'up'),
    tremolo: written !== undefined && type === 'single' ? unit : undefined,
    pair: written !== undefined && (type === 'start' || type === 'stop') ? { type, unit } : undefined,
  };
}
