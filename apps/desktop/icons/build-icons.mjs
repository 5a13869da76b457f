// Draws the app's icons for every system from one SVG.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const source = readFileSync(join(import.meta.dirname, '../src/renderer/public/favicon.svg'));
/** The sizes that desktops on Linux look for. */
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512];
const windowsSizes = [16, 24, 32, 48, 64, 128, 256];
/** Apple's names for PNG pictures in an .icns file, with their sides. */
const appleSizes = {
  icp4: 16,
  icp5: 32,
  ic07: 128,
  ic08: 256,
  ic09: 512,
  ic10: 1024,
  ic11: 32,
  ic12: 64,
  ic13: 256,
  ic14: 512,
};

/** Fills the folder: `icon.ico`, `icon.icns` and `linux/16x16.png` and larger. */
export async function buildIcons(folder) {
  const sides = new Set([...linuxSizes, ...windowsSizes, ...Object.values(appleSizes)]);
  const drawn = new Map(await Promise.all([...sides].map(async (side) => [side, await draw(side)])));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'linux'), { recursive: true });
  for (const side of linuxSizes) writeFileSync(join(folder, 'linux', `${side}x${side}.png`), drawn.get(side));
  writeFileSync(join(folder, 'icon.ico'), ico(windowsSizes.map((side) => ({ side, png: drawn.get(side) }))));
  writeFileSync(
    join(folder, 'icon.icns'),
    icns(Object.entries(appleSizes).map(([type, side]) => ({ type, png: drawn.get(side) }))),
  );
}

function draw(side) {
  // An SVG is drawn at 72 dots an inch unless told otherwise; this one is 32 wide.
  return sharp(source, { density: (72 * side) / 32 })
    .resize(side, side)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** A directory of pictures, then the pictures: https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10) */
function ico(pictures) {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { side, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    // 0 stands for 256.
    header.writeUInt8(side % 256, at);
    header.writeUInt8(side % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** Pictures one after another, each with its type and length before it. */
function icns(pictures) {
  const entries = pictures.flatMap(({ type, png }) => [chunkHeader(type, png.length), png]);
  const bytes = entries.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([chunkHeader('icns', bytes), ...entries]);
}

function chunkHeader(type, bytes) {
  const header = Buffer.alloc(8, type, 'latin1');
  header.writeUInt32BE(bytes + 8, 4);
  return header;
}
