/** The encodings that a file's texts may be in; all but the second are read as browsers define them. */
export const textEncodings = [
  'utf-8',
  'windows-1252',
  'windows-1251',
  'koi8-r',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const;

/** Windows-1252 includes Latin-1, and GB18030 includes GBK. */
export type TextEncoding = (typeof textEncodings)[number];

/** Windows-1252 where it differs from Latin-1: 0x80 to 0x9f. A dot stands for a byte without a character. */
const windows1252 = '€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ';

/** Reads the texts of one file, which says nowhere in which encoding they are. */
export type TextReader = (bytes: Uint8Array) => string;

/** @param encoding undefined for UTF-8 if all texts of the file are valid as such, otherwise Windows-1252. */
export function textReaderFor(texts: Iterable<Uint8Array>, encoding: TextEncoding | undefined): TextReader {
  const chosen = encoding ?? (isUtf8(texts) ? 'utf-8' : 'windows-1252');
  if (chosen === 'windows-1252') return readWindows1252;
  const decoder = new TextDecoder(chosen);
  return (bytes) => decoder.decode(bytes);
}

/** True if each text is valid as UTF-8. */
export function isUtf8(texts: Iterable<Uint8Array>): boolean {
  const strict = new TextDecoder('utf-8', { fatal: true });
  for (const bytes of texts) {
    try {
      strict.decode(bytes);
    } catch {
      return false;
    }
  }
  return true;
}

/** A text on one line: without control characters, and not longer than this. */
export function plainText(text: string, maxCharacters: number): string {
  const plain = text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(/[\p{Cs}\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
  return [...plain].slice(0, maxCharacters).join('');
}

/** Not by TextDecoder, of which some versions of Node take Windows-1252 for Latin-1. */
function readWindows1252(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte >= 0x80 && byte < 0xa0 ? (windows1252[byte - 0x80] ?? '.') : String.fromCharCode(byte),
  ).join('');
}
