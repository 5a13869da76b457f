import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { SheetError } from './sheet.ts';

/** A file inside a zip archive, still packed. */
interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packedBytes: number;
  readonly headerAt: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const headerSignature = 0x04034b50;
const endBytes = 22;
const longestComment = 0xffff;
const stored = 0;
const deflated = 8;

/** True for the first bytes of a zip archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes.length >= endBytes && view(bytes).getUint32(0, true) === headerSignature;
}

/**
 * The sheet inside a compressed MusicXML file (.mxl). What the archive says of sizes is not trusted: unpacking ends at the
 * bound, however much would follow.
 * @throws {SheetError}
 */
export async function unpackSheet(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const entries = entriesOf(bytes);
  const container = entries.find(({ name }) => name === 'META-INF/container.xml');
  const named = container && rootFileOf(await unpack(bytes, container));
  const isSheet = ({ name }: Entry) => /\.(musicxml|xml)$/i.test(name) && !name.startsWith('META-INF/');
  const entry = entries.find(({ name }) => name === named) ?? entries.find(isSheet);
  if (entry === undefined) throw new SheetError('damaged');
  return unpack(bytes, entry);
}

/** The path in a container's first rootfile. Nothing else of the container matters. */
function rootFileOf(container: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(container.subarray(0, longestComment));
  return /<rootfile\s[^>]*?full-path\s*=\s*["']([^"'<&]+)["']/.exec(text)?.[1];
}

function entriesOf(bytes: Uint8Array): Entry[] {
  const data = view(bytes);
  let end = bytes.length - endBytes;
  const lowest = Math.max(0, end - longestComment);
  while (end >= lowest && data.getUint32(end, true) !== endSignature) end--;
  if (end < lowest) throw new SheetError('damaged');
  const count = data.getUint16(end + 10, true);
  if (count > sheetLimits.packedFiles) throw new SheetError('too-large');
  const entries: Entry[] = [];
  let at = data.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || data.getUint32(at, true) !== entrySignature) throw new SheetError('damaged');
    const nameBytes = data.getUint16(at + 28, true);
    const flags = data.getUint16(at + 8, true);
    // Encrypted.
    if ((flags & 1) !== 0) throw new SheetError('unsupported');
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes)),
      method: data.getUint16(at + 10, true),
      packedBytes: data.getUint32(at + 20, true),
      headerAt: data.getUint32(at + 42, true),
    });
    at += 46 + nameBytes + data.getUint16(at + 30, true) + data.getUint16(at + 32, true);
  }
  return entries;
}

async function unpack(bytes: Uint8Array<ArrayBuffer>, { method, packedBytes, headerAt }: Entry): Promise<Uint8Array> {
  const data = view(bytes);
  if (headerAt + 30 > bytes.length || data.getUint32(headerAt, true) !== headerSignature) {
    throw new SheetError('damaged');
  }
  const from = headerAt + 30 + data.getUint16(headerAt + 26, true) + data.getUint16(headerAt + 28, true);
  if (from + packedBytes > bytes.length) throw new SheetError('damaged');
  const packed = bytes.subarray(from, from + packedBytes);
  if (method === stored) return packed;
  if (method !== deflated) throw new SheetError('unsupported');
  return inflate(packed);
}

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > sheetLimits.unpackedBytes) throw new SheetError('too-large');
      chunks.push(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error instanceof SheetError ? error : new SheetError('damaged');
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
