import { SheetError } from './sheet.ts';

/** A declaration stands at the very beginning, in characters that all encodings share. */
const declarationBytes = 200;

/**
 * The text of a file: by its mark, as XML by its declaration, else as UTF-8, or Windows-1252 where it is not UTF-8.
 * @throws {SheetError} unknown for bytes that are no text.
 */
export function decodedText(bytes: Uint8Array): string {
  const text = textFrom(bytes);
  if (text.includes('\0')) throw new SheetError('unknown');
  return text;
}

function textFrom(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes);
  const declared = declaredEncoding(bytes);
  if (declared !== undefined) return declared.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** UTF-16, by its mark or by the zero beside the first "<". */
function wideEncoding([first, second]: Uint8Array): string | undefined {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return undefined;
}

/** Undefined for UTF-8, for what this browser does not know, and for UTF-16, whose declaration could not be read here. */
function declaredEncoding(bytes: Uint8Array): TextDecoder | undefined {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, declarationBytes));
  const label = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  try {
    const decoder = new TextDecoder(label);
    return /^utf-/.test(decoder.encoding) ? undefined : decoder;
  } catch {
    return undefined;
  }
}
