// Pictures to upload, valid and hostile. They are generated, so that no test needs a file.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const background = { r: 51, g: 102, b: 153 };

/** A picture of one colour. */
export function plain(width = 60, height = 40) {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** Left half red, right half blue, so that a rotation is visible. */
export function twoHalves(width = 80, height = 40) {
  const half = { width: width / 2, height, channels: 3 as const };
  const blue = { create: { ...half, background: { r: 0, g: 0, b: 255 } } };
  return sharp({ create: { width, height, channels: 3, background: { r: 255, g: 0, b: 0 } } }).composite([
    { input: blue, left: width / 2, top: 0 },
  ]);
}

/** An animation of a red, a green and a blue frame. */
export async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const colors = ['#ff0000', '#00ff00', '#0000ff'];
  const frames = await Promise.all(
    colors.map((color) =>
      sharp({ create: { width: 64, height: 64, channels: 3, background: color } })
        .png()
        .toBuffer(),
    ),
  );
  const joined = sharp(frames, { join: { animated: true } });
  return joined.toFormat(format, { delay: [100, 100, 100] }).toBuffer();
}

/** A PNG of a few bytes whose header claims this size. */
export function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per channel, RGB.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF of a few bytes whose header claims this size. */
export function gifClaiming(width: number, height: number): Buffer {
  const gif = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\0\0\0\0\0\x02\x02D\x01\0;', 'latin1');
  for (const at of [6, 24]) {
    gif.writeUInt16LE(width, at);
    gif.writeUInt16LE(height, at + 2);
  }
  return gif;
}

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);

/** The colour of one pixel, whose place is given as fractions of width and height. */
export async function colorAt(picture: Uint8Array, left: number, top: number): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height * top) * info.width + Math.floor(info.width * left)) * 3;
  return [...data.subarray(at, at + 3)];
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
