import type { KeySignature } from 'abcjs';

const scale = [0, 2, 4, 5, 7, 9, 11] as const;
const letters = 'cdefgab';
const shifts: Readonly<Record<string, number>> = { sharp: 1, flat: -1, natural: 0, dblsharp: 2, dblflat: -2 };
/** The scale of Highland bagpipes, which K:HP does not write. */
const bagpipes = new Map([
  ['f', 1],
  ['c', 1],
]);

/** Makes MIDI keys of the notes of one voice, by key signature, accidentals and transposition. */
export class AbcPitches {
  /** Of the whole tune, and of this voice. */
  readonly #shift: number;
  #voiceShift = 0;
  #octave = 0;
  /** By letter. */
  #signature: ReadonlyMap<string, number> = new Map();
  /** By letter or by pitch, until the bar ends. */
  readonly #accidentals = new Map<number, number>();
  /** The standard's usual way is "pitch": for all octaves. */
  readonly #propagation: string;

  /** @param source the text of the tune */
  constructor(shift: number, source: string) {
    this.#shift = shift;
    this.#propagation = /^%%propagate-accidentals\s+(\w+)/m.exec(source)?.[1] ?? 'pitch';
  }

  get fifths(): number {
    return [...this.#signature.values()].reduce((sum, each) => sum + each, 0);
  }

  startBar(): void {
    this.#accidentals.clear();
  }

  setKey(key: KeySignature | undefined): void {
    if (key?.accidentals === undefined) return;
    const isBagpipe = /^hp$/i.test(String((key as { root?: unknown }).root ?? ''));
    const written = new Map(key.accidentals.map(({ note, acc }) => [note.toLowerCase(), shifts[acc] ?? 0]));
    this.#signature = isBagpipe ? bagpipes : written;
  }

  setClef(clef: { readonly type?: string; readonly transpose?: unknown } | undefined): void {
    if (clef?.type === undefined) return;
    this.#octave = clef.type.endsWith('+8') ? 1 : clef.type.endsWith('-8') ? -1 : 0;
    const shift = Number(clef.transpose ?? 0);
    this.#voiceShift = Number.isFinite(shift) ? Math.round(shift) : 0;
  }

  /** Takes a note's accidental, which also holds for those after it. @param tied by what the note before it was raised. */
  raisedBy(pitch: number, accidental: string | undefined, tied?: number): number {
    const place = this.#propagation === 'octave' ? pitch : letterOf(pitch);
    if (accidental === undefined) {
      return tied ?? this.#accidentals.get(place) ?? this.#signature.get(letters[letterOf(pitch)] ?? '') ?? 0;
    }
    const raised = shifts[accidental] ?? 0;
    if (this.#propagation !== 'not') this.#accidentals.set(place, raised);
    return raised;
  }

  /** @param pitch steps from middle C */
  key(pitch: number, raised: number): number {
    const octave = this.#octave + Math.floor(pitch / 7);
    return 60 + octave * 12 + (scale[letterOf(pitch)] ?? 0) + raised + this.#shift + this.#voiceShift;
  }
}

/** Its index, from C. */
function letterOf(pitch: number): number {
  return pitch - Math.floor(pitch / 7) * 7;
}
