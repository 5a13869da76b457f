import { detect } from '@tonaljs/chord-detect';

/** A chord's name in its written parts: `C`, `add9`, and the bass if it is not the root. */
export interface ChordName {
  readonly root: string;
  /** "" for a plain major chord. */
  readonly quality: string;
  /** "" if the root is the lowest note. */
  readonly bass: string;
}

/** Pitch classes in their most common spelling in chord names. */
const spellings = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'] as const;
const fewestPitches = 3;

/** The library's names as musicians write them. */
const written: Readonly<Record<string, string>> = {
  M: '',
  Madd9: 'add9',
  maj7: 'maj7',
  dim: '°',
  dim7: '°7',
  m7b5: 'ø7',
  aug: '+',
};

/** Chords that every musician recognizes, in the library's spelling. */
const common: ReadonlySet<string> = new Set(
  'M m 7 maj7 m7 dim dim7 m7b5 aug sus4 sus2 6 m6 9 maj9 m9 Madd9 7sus4 mMaj7 m/ma7'.split(' '),
);

/**
 * The name of the sounding chord; undefined for fewer than three pitches, and for chords without a name.
 * @param notes MIDI note numbers in any order.
 */
export function chordName(notes: Iterable<number>): ChordName | undefined {
  const sorted = [...notes].sort((a, b) => a - b);
  const pitches = [...new Set(sorted.map((note) => spellings[note % 12] ?? 'C'))];
  if (pitches.length < fewestPitches) return undefined;
  const names = detect(pitches, { assumePerfectFifth: false }).map(partsOf);
  // An inversion of a common chord says more than a rare chord in root position.
  const found = names.find(({ quality }) => common.has(quality)) ?? names[0];
  if (found === undefined) return undefined;
  const { root, quality, bass } = found;
  return { root: withSigns(root), quality: withSigns(written[quality] ?? quality), bass: withSigns(bass) };
}

function partsOf(name: string): ChordName {
  const [, root = '', quality = '', bass = ''] = /^([A-G][#b]?)(.*?)(?:\/([A-G][#b]?))?$/.exec(name) ?? [];
  return { root, quality, bass };
}

/** The sounding pitches, each listed once, lowest first: `C E♭ G`. */
export function pitchNames(notes: Iterable<number>): string {
  const sorted = [...notes].sort((a, b) => a - b);
  return [...new Set(sorted.map((note) => withSigns(spellings[note % 12] ?? '')))].join(' ');
}

function withSigns(text: string): string {
  return text.replaceAll('#', '♯').replace(/b(?=\d|$)/g, '♭');
}
