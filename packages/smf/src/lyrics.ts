import { plainText } from './text.ts';

/** A syllable of a song. */
export interface LyricSyllable {
  /** When it is sung, µs from the file's beginning. */
  readonly timeUs: number;
  /** With the spaces around it. */
  readonly text: string;
}

/** A line of a song. */
export interface LyricLine {
  /** In order of time, at least one. */
  readonly syllables: readonly LyricSyllable[];
  /** True if a verse begins here. */
  readonly startsVerse: boolean;
}

/** A text of a file, before it is known to be sung. */
export interface SungText {
  readonly track: number;
  readonly timeUs: number;
  readonly text: string;
}

/** Names of tracks that have nothing but the words of a song. */
const wordsTrack = /^(?:words|lyrics?|text|texte|paroles|letra|karaoke|vocals? text)$/iu;
/** Scripts that are written without spaces between words. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Mymr}]\p{M}*[^\p{L}]*$/u;
/** Where lines of a song without line breaks end. */
const longestLine = 60;
const pauseUs = 3_000_000;
const longestSyllable = 100;

/**
 * The lines of a song, from a file's lyric events or, in karaoke files, from its text events: there `/` begins a line,
 * `\` a verse, and `@` information. The texts of a track named Words are sung as well.
 * @param lyrics lyric events in the file's order.
 * @param texts text events in the file's order.
 * @param names of the tracks.
 */
export function lyricLines(
  lyrics: readonly SungText[],
  texts: readonly SungText[],
  names: ReadonlyMap<number, string>,
): LyricLine[] {
  const words = texts.filter(({ text }) => !text.startsWith('@'));
  const written = fullestTrack(lyrics);
  const named = fullestTrack(words.filter(({ track }) => wordsTrack.test(names.get(track)?.trim() ?? '')));
  const sung = named.length > 0 ? named : fullestTrack(words);
  const isMarked = sung.some(({ text }) => /^[\\/]/.test(text));
  const isSung = isMarked || named.length > 1;
  const isKaraoke = isSung && (written.length === 0 || (isMarked && texts.some(({ text }) => text.startsWith('@K'))));
  return linesOf(isKaraoke ? sung : written);
}

/** Several tracks may have the same song. */
function fullestTrack(texts: readonly SungText[]): readonly SungText[] {
  const counts = new Map<number, number>();
  for (const { track } of texts) counts.set(track, (counts.get(track) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const fullest = [...counts].find(([, count]) => count === most)?.[0];
  return texts.filter(({ track }) => track === fullest);
}

function linesOf(texts: readonly SungText[]): LyricLine[] {
  const lines: { syllables: LyricSyllable[]; startsVerse: boolean }[] = [];
  let line: LyricSyllable[] = [];
  let startsVerse = true;
  const end = (beginsVerse: boolean) => {
    if (line.some(({ text }) => text.trim() !== '')) {
      lines.push({ syllables: line, startsVerse });
      startsVerse = false;
    }
    line = [];
    startsVerse ||= beginsVerse;
  };
  const hasBreaks = texts.some(({ text }) => /[\r\n\\/]/.test(text));
  const hasSpaces = texts.some(({ text }) => /[^\S\r\n]/.test(text));
  for (const { timeUs, text } of texts.toSorted((a, b) => a.timeUs - b.timeUs)) {
    if (!hasBreaks && isFull(line, timeUs)) end(false);
    for (const [, marks = '', words = ''] of text.matchAll(/([\r\n\\/]*)([^\r\n\\/]*)/g)) {
      // Two line ends are an empty line.
      if (marks !== '') end(/\\|\n\n|\r\r|\r\n\r\n/.test(marks));
      const shown = hasSpaces ? spaced(words) : joinedByHyphens(words);
      if (shown !== '') line.push({ timeUs, text: shown });
    }
  }
  end(false);
  return lines;
}

/** True if the next syllable begins another line in a song without line breaks. */
function isFull(line: readonly LyricSyllable[], nextUs: number): boolean {
  const last = line.at(-1);
  if (last === undefined) return false;
  const length = line.reduce((sum, { text }) => sum + text.length, 0);
  return nextUs - last.timeUs > pauseUs || (length > longestLine && last.text.endsWith(' '));
}

/** Keeps one space on either side. */
function spaced(words: string): string {
  const plain = plainText(words, longestSyllable);
  if (plain === '') return words === '' ? '' : ' ';
  return (/^\s/.test(words) ? ' ' : '') + plain + (/\s$/.test(words) ? ' ' : '');
}

/** In files without spaces a hyphen joins syllables, and every other one ends a word, in scripts that have spaces. */
function joinedByHyphens(words: string): string {
  const plain = plainText(words, longestSyllable);
  if (plain === '') return '';
  if (unspaced.test(plain)) return plain;
  return plain.endsWith('-') && plain.length > 1 ? plain.slice(0, -1) : `${plain} `;
}
