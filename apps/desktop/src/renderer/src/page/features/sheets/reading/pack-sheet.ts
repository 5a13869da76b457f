import { strToU8, zipSync } from 'fflate';
import { isZip } from './unzip.ts';

const container =
  '<?xml version="1.0"?><container><rootfiles><rootfile full-path="score.xml"/></rootfiles></container>';
/** A sheet that is packed twice has the same bytes, by which the room knows it. */
const sameTime = new Date(2000, 0, 1);

/** A compressed MusicXML file (.mxl) of a sheet, which is a tenth of its size; one that is compressed stays as it is. */
export function packSheet(content: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (isZip(content)) return content;
  const files = { 'META-INF/container.xml': strToU8(container), 'score.xml': content };
  return Uint8Array.from(zipSync(files, { mtime: sameTime, level: 9 }));
}
