import { crc32 } from './crc32.ts';

const version = 20;
const deflated = 8;

/** A compressed MusicXML file (.mxl) of a sheet, which is a tenth of its size. */
export async function packSheet(content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const container =
    '<?xml version="1.0"?><container><rootfiles><rootfile full-path="score.xml"/></rootfiles></container>';
  const files = [
    { name: 'META-INF/container.xml', content: new TextEncoder().encode(container) },
    { name: 'score.xml', content },
  ];
  const bodies: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const file of files) {
    const name = new TextEncoder().encode(file.name);
    const packed = await deflate(file.content);
    // The fields that the file's own header and the directory have in common.
    const common = [
      ...[u16(version), u16(0), u16(deflated), u32(0)],
      ...[u32(crc32(file.content)), u32(packed.length), u32(file.content.length), u16(name.length), u16(0)],
    ].flat();
    bodies.push(Uint8Array.from([...u32(0x04034b50), ...common]), name, packed);
    directory.push(
      Uint8Array.from([
        ...u32(0x02014b50),
        ...u16(version),
        ...common,
        ...u16(0),
        ...u16(0),
        ...u16(0),
        ...u32(0),
        ...u32(at),
      ]),
      name,
    );
    at += 30 + name.length + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = [...u16(files.length), ...u16(files.length)];
  const end = Uint8Array.from([...u32(0x06054b50), ...u32(0), ...count, ...u32(size), ...u32(at), ...u16(0)]);
  return bytesOf(new Blob([...bodies, ...directory, end]).stream());
}

function deflate(content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(new Blob([content]).stream().pipeThrough(new CompressionStream('deflate-raw')));
}

async function bytesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function u16(value: number): number[] {
  return [value & 0xff, (value >> 8) & 0xff];
}

function u32(value: number): number[] {
  return [...u16(value & 0xffff), ...u16(value >>> 16)];
}
