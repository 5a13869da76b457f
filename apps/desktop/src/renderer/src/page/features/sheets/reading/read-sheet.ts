import { sheetFileName, sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { decodedText } from './decode-text.ts';
import type { AbcParser } from './read-abc.ts';
import { readAbc } from './read-abc.ts';
import { looksLikeChords, readChords } from './read-chords.ts';
import { readMusicXml } from './read-musicxml.ts';
import { type Sheet, SheetError } from './sheet.ts';
import { isZip, unpackSheet } from './unzip.ts';

/**
 * Reads a sheet of any kind, by what is in the file rather than by its name.
 * @param loadAbc loads the parser of ABC, if it is needed.
 * @param tune the index of the tune, in a file that has several.
 * @throws {SheetError}
 */
export async function readSheet(
  name: string,
  bytes: Uint8Array,
  loadAbc: () => Promise<AbcParser>,
  tune = 0,
): Promise<Sheet> {
  if (bytes.length > sheetLimits.fileBytes) throw new SheetError('too-large');
  const text = decodedText(isZip(bytes) ? unpackSheet(bytes) : bytes);
  if (/^\s*</.test(text)) return readMusicXml(text);
  if (/^X:/m.test(text) && /^K:/m.test(text)) return readAbc(text, await loadAbc(), tune);
  const [, ending = ''] = sheetFileName.exec(name) ?? [];
  if (/^(cho|crd|chopro|chordpro|pro)$/i.test(ending) || looksLikeChords(text)) return readChords(text);
  throw new SheetError('unknown');
}
