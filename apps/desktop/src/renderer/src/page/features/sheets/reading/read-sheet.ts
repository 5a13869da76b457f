import { sheetFileName, sheetLimits } from '../../../../../../shared/sheet-file.ts';
import type { AbcParser } from './read-abc.ts';
import { readAbc } from './read-abc.ts';
import { looksLikeChords, readChords } from './read-chords.ts';
import { readMusicXml } from './read-musicxml.ts';
import { type Sheet, SheetError } from './sheet.ts';
import { isZip, unpackSheet } from './unzip.ts';

/**
 * Reads a sheet of any kind, by what is in the file rather than by its name.
 * @param loadAbc loads the parser of ABC, if it is needed.
 * @throws {SheetError}
 */
export async function readSheet(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  loadAbc: () => Promise<AbcParser>,
): Promise<Sheet> {
  if (bytes.length > sheetLimits.fileBytes) throw new SheetError('too-large');
  if (isZip(bytes)) return readMusicXml(decoded(await unpackSheet(bytes)));
  const text = decoded(bytes);
  if (/^\s*</.test(text)) return readMusicXml(text);
  if (/^X:/m.test(text) && /^K:/m.test(text)) return readAbc(text, await loadAbc());
  const [, ending = ''] = sheetFileName.exec(name) ?? [];
  if (/^(cho|crd|chopro|chordpro|pro)$/i.test(ending) || looksLikeChords(text)) return readChords(text);
  throw new SheetError('unknown');
}

/** UTF-8, or UTF-16 where the file begins with its mark. Bytes that are no text become a sheet of no kind. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0')) throw new SheetError('unknown');
  return text;
}
