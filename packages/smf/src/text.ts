/** Windows-1252 where it differs from Latin-1: 0x80 to 0x9f. A dot stands for a byte without a character. */
const windows1252 = '€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ';

/** Reads the texts of one file, which says nowhere in which encoding they are. */
export type TextReader = (bytes: Uint8Array) => string;

/** Reads UTF-8 if all texts of the file are valid as such, otherwise Windows-1252, which includes Latin-1. */
export function textReaderFor(texts: Iterable<Uint8Array>): TextReader {
  const strict = new TextDecoder('utf-8', { fatal: true });
  for (const bytes of texts) {
    try {
      strict.decode(bytes);
    } catch {
      return readWindows1252;
    }
  }
  return readUtf8;
}

/** A text on one line: without control characters, and not longer than this. */
export function plainText(text: string, maxCharacters: number): string {
  const plain = text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(/[\p{Cs}\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
  return [...plain].slice(0, maxCharacters).join('');
}

function readUtf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Not by TextDecoder, of which some versions of Node take Windows-1252 for Latin-1. */
function readWindows1252(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte >= 0x80 && byte < 0xa0 ? (windows1252[byte - 0x80] ?? '.') : String.fromCharCode(byte),
  ).join('');
}
