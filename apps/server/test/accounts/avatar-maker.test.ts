import { RoomtoneError } from '@roomtone/protocol';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createSharpAvatarMaker } from '../../src/adapters/avatars/sharp-avatar-maker.ts';
import { animation, colorAt, gifClaiming, plain, pngClaiming, svg, twoHalves } from './pictures.ts';

const maker = createSharpAvatarMaker({ nowMs: () => 0 });
const red = [expect.toSatisfy(bright), expect.toSatisfy(dark), expect.toSatisfy(dark)];
const blue = [expect.toSatisfy(dark), expect.toSatisfy(dark), expect.toSatisfy(bright)];

function bright(value: number): boolean {
  return value > 200;
}
function dark(value: number): boolean {
  return value < 60;
}

/** The reason for which the maker refuses an upload. */
async function refused(upload: Uint8Array): Promise<unknown> {
  const error = await maker.make(upload).catch((reason: unknown) => reason);
  if (!(error instanceof RoomtoneError)) throw new Error('it was not refused', { cause: error });
  expect([error.code, error.details['field']]).toEqual(['VALIDATION_ERROR', 'avatar']);
  return error.details['issue'];
}

const notAPicture = 'must be a PNG, JPEG, WebP or GIF picture';
const damaged = 'is damaged or cannot be read';
const tooLarge = 'must have at most 40 megapixels';

describe('avatars', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('S14.2: %s becomes a 256×256 WebP', async (format) => {
    for (const [width, height] of [
      [60, 40],
      [1, 1],
      [3_000, 2],
    ] as const) {
      const upload = await plain(width, height).toFormat(format).toBuffer();
      const { format: made, width: side, height: other, pages } = await sharp(await maker.make(upload)).metadata();
      expect([made, side, other, pages]).toEqual(['webp', 256, 256, undefined]);
    }
  });

  test('S14.2: camera data, colour profiles and comments are removed', async () => {
    const secret = 'Ada was here, 51.5 N';
    const upload = await plain()
      .jpeg()
      .withExif({ IFD0: { Copyright: secret, ImageDescription: secret } })
      .withIccProfile('p3')
      .toBuffer();
    expect((await sharp(upload).metadata()).icc).toBeDefined();
    const made = await maker.make(upload);
    const { exif, icc, iptc, xmp, orientation } = await sharp(made).metadata();
    expect([exif, icc, iptc, xmp, orientation]).toEqual(Array(5).fill(undefined));
    expect(Buffer.from(made).includes(secret)).toBe(false);
    expect(Buffer.from(upload).includes(secret)).toBe(true);
  });

  test('S14.2: a picture is rotated as its EXIF orientation says, before that is removed', async () => {
    const upright = await twoHalves().jpeg({ quality: 100 }).toBuffer();
    const made = await maker.make(upright);
    expect([await colorAt(made, 0.1, 0.5), await colorAt(made, 0.9, 0.5)]).toEqual([red, blue]);
    // Orientation 6 asks for a clockwise quarter turn, so that the left side becomes the top.
    const lying = await sharp(upright).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer();
    const turned = await maker.make(lying);
    expect([await colorAt(turned, 0.5, 0.1), await colorAt(turned, 0.5, 0.9)]).toEqual([red, blue]);
    expect((await sharp(turned).metadata()).orientation).toBeUndefined();
  });

  test.each(['gif', 'webp'] as const)('S14.2: only the first frame of an animated %s is kept', async (format) => {
    const made = await maker.make(await animation(format));
    expect((await sharp(made).metadata()).pages).toBeUndefined();
    expect(await colorAt(made, 0.5, 0.5)).toEqual(red);
  });

  test('S14.2: the format is detected from the content; SVG, TIFF, AVIF and everything else is refused', async () => {
    const others = [
      svg,
      await plain().tiff().toBuffer(),
      await plain().avif().toBuffer(),
      Buffer.from('%PDF-1.7'),
      Buffer.from('GIF8'),
      Buffer.from('RIFF    WAVEfmt '),
      Buffer.alloc(0),
    ];
    for (const other of others) expect(await refused(other)).toBe(notAPicture);
  });

  test('S14.4: a file that only starts like a picture is refused', async () => {
    const starts = ['89504e470d0a1a0a', 'ffd8ff', '474946383961', '474946383761', '524946460000000057454250'];
    for (const start of starts) {
      expect(await refused(Buffer.concat([Buffer.from(start, 'hex'), svg]))).toBe(damaged);
      expect(await refused(Buffer.from(start, 'hex'))).toBe(damaged);
    }
  });

  test('S14.4: a file that is both a picture and something else comes out as a picture only', async () => {
    const page = Buffer.from('<script>alert(1)</script>PK\x03\x04');
    for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
      const upload = Buffer.concat([await plain().toFormat(format).toBuffer(), page]);
      const made = Buffer.from(await maker.make(upload));
      expect(made.includes('script')).toBe(false);
      expect((await sharp(made).metadata()).format).toBe('webp');
    }
  });

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('S14.4: a truncated %s is refused', async (format) => {
    const whole = await twoHalves(400, 300).toFormat(format).toBuffer();
    for (const share of [0.1, 0.5, 0.9]) {
      expect(await refused(whole.subarray(0, Math.floor(whole.length * share)))).toBe(damaged);
    }
  });

  test('S14.3: a picture of 40 megapixels is accepted, a larger one refused', async () => {
    const most = await plain(8_000, 5_000).png().toBuffer();
    expect((await sharp(await maker.make(most)).metadata()).width).toBe(256);
    expect(await refused(await plain(8_001, 5_000).png().toBuffer())).toBe(tooLarge);
  });

  test('S14.3: a small file whose header claims gigabytes of pixels is refused before anything is decoded', async () => {
    for (const bomb of [pngClaiming(50_000, 50_000), pngClaiming(1_000_000, 41), gifClaiming(65_535, 65_535)]) {
      expect(bomb.length).toBeLessThan(200);
      expect(await refused(bomb)).toBe(tooLarge);
    }
    for (const bomb of [pngClaiming(2 ** 31 - 1, 2 ** 31 - 1), pngClaiming(0, 0), pngClaiming(8_000, 5_000)]) {
      expect(await refused(bomb)).toBe(damaged);
    }
  });

  test('S14.4: a picture with random bytes in it is refused or comes out as a picture, never as anything else (seed 7)', async () => {
    const random = createRandom(7);
    for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
      const whole = await twoHalves(64, 48).toFormat(format).toBuffer();
      for (let round = 0; round < 40; round++) {
        const upload = Buffer.from(whole);
        for (let hit = 0; hit < 8; hit++) upload[12 + Math.floor(random() * (upload.length - 12))] = random() * 256;
        const made = await maker.make(upload).catch((error: unknown) => error);
        if (made instanceof RoomtoneError) expect(made.details['field']).toBe('avatar');
        else expect((await sharp(made as Uint8Array).metadata()).format).toBe('webp');
      }
    }
  });

  test('S14.5: pictures are decoded one at a time, and uploads are refused while too many are waiting', async () => {
    const upload = await plain(200, 200).png().toBuffer();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => maker.make(upload)));
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refusals).toHaveLength(4);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { limit: 16, reset: 10 } });
    }
    await expect(maker.make(upload)).resolves.toBeDefined();
  });
});

/** mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
