import { meta } from './meta.ts';
import { isUtf8, type TextEncoding, textEncodings } from './text.ts';
import { walkFile } from './walk.ts';

/** More text than this says nothing new. */
const mostBytes = 20_000;
const names = new Map<string, TextEncoding>([
  ...textEncodings.map((name) => [name, name] as const),
  ['cp932', 'shift_jis'],
  ['cp949', 'euc-kr'],
]);
const cyrillic: ReadonlySet<TextEncoding | undefined> = new Set(['windows-1251', 'koi8-r']);

/**
 * Guesses in which encoding the texts of a file are: names, lyrics and other texts together. UTF-8 needs no guess; for anything
 * else it loads what knows languages, a megabyte.
 * @throws {MidiFileError} as readMidiFile().
 */
export async function detectTextEncoding(bytes: Uint8Array): Promise<TextEncoding> {
  const texts = textsOf(bytes);
  if (isUtf8(texts)) return 'utf-8';
  const { detectAll } = (await import('jschardet')).chardet;
  const foreign = texts.filter((text) => text.some((byte) => byte > 0x7f));
  const all = joined(foreign);
  const found = detectAll(all, { includeEncodings: [...names.keys()], ignoreThreshold: true });
  const encoding = found.flatMap(({ encoding: name }) => names.get(name?.toLowerCase() ?? '') ?? []).at(0);
  // Letters with accents stand among others of a word; Cyrillic words have none of ours.
  if (encoding === undefined || (cyrillic.has(encoding) && isMostlyMixed(all))) return 'windows-1252';
  return encoding;
}

function textsOf(bytes: Uint8Array): Uint8Array[] {
  const texts: Uint8Array[] = [];
  let length = 0;
  walkFile(bytes, {
    voice: () => {},
    trackEnd: () => {},
    meta: (_track, _tick, type, payload) => {
      // Types 1 to 15 are texts.
      if (type < meta.text || type > 0x0f || length > mostBytes) return;
      texts.push(payload.subarray(0, mostBytes));
      length += payload.length;
    },
  });
  return texts;
}

/** Syllables of one word follow each other. */
function joined(texts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(texts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const text of texts) {
    all.set(text, at);
    at += text.length;
  }
  return all;
}

function isMostlyMixed(bytes: Uint8Array): boolean {
  const text = String.fromCharCode(...bytes.subarray(0, mostBytes));
  const words = text.match(/[a-z\x80-\xff]*[\x80-\xff][a-z\x80-\xff]*/giu) ?? [];
  const mixed = words.filter((word) => /[a-z]/iu.test(word)).length;
  return mixed * 2 > words.length;
}
