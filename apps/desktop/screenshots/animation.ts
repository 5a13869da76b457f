import { writeFileSync } from 'node:fs';
import sharp from 'sharp';

/** The frames that a page drew, in order; times are those of the same clock for all pages. */
export type Film = readonly { readonly atMs: number; readonly jpeg: Buffer }[];

const frameMs = 100;
const lengthMs = 9_600;
/** Of one window, px. */
const width = 540;
const height = 340;
const gap = 16;
const bar = 26;
/** Width and height of the whole picture. */
const total = { width: 2 * width + 3 * gap, height: height + bar + 2 * gap };
const names = ['Mara’s computer', 'Teo’s computer'];

/** Puts the films of two windows side by side into one animated picture. */
export async function animate(films: readonly Film[], file: string): Promise<void> {
  const startMs = Math.max(...films.map(([first]) => first?.atMs ?? 0));
  const frames: Buffer[] = [];
  for (let atMs = startMs; atMs < startMs + lengthMs; atMs += frameMs) {
    frames.push(
      await frameOf(films.map((film) => film.findLast((frame) => frame.atMs <= atMs)?.jpeg ?? film[0]?.jpeg)),
    );
  }
  const picture = await sharp(frames, { join: { animated: true } })
    .webp({ quality: 62, effort: 5, loop: 0, delay: frames.map(() => frameMs) })
    .toBuffer();
  console.log(`${file}: ${frames.length} frames, ${Math.round(picture.length / 1024)} KiB`);
  if (picture.length > 1024 * 1024) throw new Error('The animation has more than 1 MiB.');
  writeFileSync(file, picture);
}

async function frameOf(screens: readonly (Buffer | undefined)[]): Promise<Buffer> {
  const windows = await Promise.all(
    screens.map(async (screen, index) => ({
      input: await sharp(screen).resize(width, height).png().toBuffer(),
      left: gap + index * (width + gap),
      top: gap + bar,
    })),
  );
  return sharp({ create: { ...total, channels: 3, background: '#2e261f' } })
    .composite([{ input: Buffer.from(frames()) }, ...windows])
    .png()
    .toBuffer();
}

/** The windows around the screens. */
function frames(): string {
  const one = (name: string, index: number) => {
    const x = gap + index * (width + gap);
    const dots = [0, 1, 2].map(
      (dot) => `<circle cx="${x + 16 + dot * 15}" cy="${gap + bar / 2}" r="4.5" fill="#6f6254"/>`,
    );
    return `<rect x="${x}" y="${gap}" width="${width}" height="${height + bar}" rx="9" fill="#15110e"/>${dots.join('')}
      <text x="${x + width / 2}" y="${gap + 17}" font-family="sans-serif" font-size="12" fill="#a5988a" text-anchor="middle">${name}</text>`;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${total.width}" height="${total.height}">${names.map(one).join('')}</svg>`;
}
