import type { ChordSheet } from './sheet.ts';

const sharps = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'] as const;
const flats = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'Gb', 'G', 'Ab', 'A', 'Bb', 'B'] as const;
const natural: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
/** Major keys that are written with flats, and the relative minor ones. */
const flatKeys = new Set(['F', 'Bb', 'Eb', 'Ab', 'Db', 'Gb', 'Dm', 'Gm', 'Cm', 'Fm', 'Bbm', 'Ebm']);
const root = /^([A-G])([#b♯♭]?)/;

/** Moves a chord by semitones, its bass note too. What is no chord stays as it is. */
export function transposeChord(chord: string, semitones: number, withFlats: boolean): string {
  if (semitones % 12 === 0) return chord;
  const [upper = '', ...basses] = chord.split('/');
  return [upper, ...basses].map((name) => name.replace(root, (note) => moved(note, semitones, withFlats))).join('/');
}

/** A whole sheet, its key included. */
export function transposeSheet(sheet: ChordSheet, semitones: number): ChordSheet {
  if (semitones % 12 === 0) return sheet;
  const withFlats = usesFlats(sheet, semitones);
  return {
    ...sheet,
    musicalKey: transposeChord(sheet.musicalKey, semitones, withFlats),
    sections: sheet.sections.map((section) => ({
      ...section,
      lines: section.lines.map((line) =>
        line.kind === 'words'
          ? {
              ...line,
              pieces: line.pieces.map((piece) => ({
                ...piece,
                chord: transposeChord(piece.chord, semitones, withFlats),
              })),
            }
          : line,
      ),
    })),
  };
}

/** By the key; without one, by the first chord. */
function usesFlats({ musicalKey, sections }: ChordSheet, semitones: number): boolean {
  const chords = sections.flatMap(({ lines }) => lines.flatMap((line) => (line.kind === 'words' ? line.pieces : [])));
  const first = musicalKey || (chords.find(({ chord }) => root.test(chord))?.chord ?? '');
  const [, name = '', minor = ''] = /^([A-G][#b♯♭]?)(m(?!aj))?/.exec(first) ?? [];
  return flatKeys.has(`${moved(name, semitones, true)}${minor}`);
}

function moved(note: string, semitones: number, withFlats: boolean): string {
  const [whole, letter = '', sign = ''] = root.exec(note) ?? [];
  const step = natural[letter];
  if (whole === undefined || step === undefined) return note;
  const shift = '#♯'.includes(sign) && sign !== '' ? 1 : sign === '' ? 0 : -1;
  const index = (((step + shift + semitones) % 12) + 12) % 12;
  return (withFlats ? flats : sharps)[index] ?? note;
}
