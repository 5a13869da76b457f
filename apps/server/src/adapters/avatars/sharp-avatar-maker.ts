import { type Issue, issues, limits, RoomtoneError, validationError } from '@roomtone/protocol';
import pLimit from 'p-limit';
import type { Sharp, SharpOptions } from 'sharp';
import type { AvatarMaker } from '../../ports/avatars.ts';
import type { Clock } from '../../ports/clock.ts';

/** Pictures that may be decoded or waiting; each keeps its bytes in memory. */
const maxWaiting = 16;
/** A picture that takes longer was made to be slow. */
const maxSeconds = 10;

type SharpModule = typeof import('sharp');
/** The library's main function: decodes, changes and encodes. */
type SharpFunction = SharpModule['default'];

/** Makes avatars with sharp (libvips), one at a time on one thread, so that the relay keeps its cores. */
export function createSharpAvatarMaker(clock: Pick<Clock, 'nowMs'>): AvatarMaker {
  const inTurn = pLimit(1);
  return {
    async make(upload) {
      if (pictureKind(upload) === undefined) throw badPicture(issues.pictureKind);
      if (inTurn.activeCount + inTurn.pendingCount >= maxWaiting) throw tooBusy(clock.nowMs());
      return inTurn(() => remake(upload));
    },
  };
}

async function remake(upload: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp();
  await checkSize(sharp, upload);
  const side = limits.avatar.sidePixels;
  const picture = sharp(upload, { ...reading, limitInputPixels: limits.avatar.pixels })
    // Applies the orientation that the camera recorded, because all metadata is dropped.
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: 82 })
    .timeout({ seconds: maxSeconds });
  return readable(picture, (one) => one.toBuffer());
}

/** Runs before anything is decoded, because a header of a few bytes can declare gigabytes. */
async function checkSize(sharp: SharpFunction, upload: Uint8Array): Promise<void> {
  const header = sharp(upload, { ...reading, limitInputPixels: false });
  const { width, height } = await readable(header, (one) => one.metadata());
  if (width * height > limits.avatar.pixels) {
    throw badPicture(issues.picturePixels(limits.avatar.pixels / 1_000_000));
  }
}

/** Reads the first picture of an animation, and refuses truncated or damaged files. */
const reading: SharpOptions = { failOn: 'error', sequentialRead: true, pages: 1 };

async function readable<T>(picture: Sharp, read: (picture: Sharp) => Promise<T>): Promise<T> {
  try {
    return await read(picture);
  } catch (cause) {
    throw Object.assign(badPicture(issues.pictureDamaged), { cause });
  }
}

let loading: Promise<SharpFunction> | undefined;

/** Loaded with the first upload, so the server also runs on machines without the library. */
function loadSharp(): Promise<SharpFunction> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    // Enables only the needed ones of libvips' many readers: each of the others could be attacked.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
    });
    return sharp;
  });
  return loading;
}

function badPicture(issue: Issue): RoomtoneError {
  return validationError([{ field: 'avatar', ...issue }]);
}

function tooBusy(nowMs: number): RoomtoneError {
  const details = { limit: maxWaiting, reset: Math.ceil(nowMs / 1000) + maxSeconds };
  return new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many pictures are waiting. Try again in a moment.', details);
}

/** The formats in which a picture may be uploaded. */
type PictureKind = 'png' | 'jpeg' | 'webp' | 'gif';

/** Tells a picture's format by its first bytes, regardless of its name; undefined for any other file. */
function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  const starts = (at: number, ...expected: (number | string)[]) =>
    expected
      .flatMap((part) => (typeof part === 'string' ? [...part].map((character) => character.charCodeAt(0)) : [part]))
      .every((byte, index) => bytes[at + index] === byte);
  if (starts(0, 0x89, 'PNG', 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (starts(0, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (starts(0, 'GIF87a') || starts(0, 'GIF89a')) return 'gif';
  return starts(0, 'RIFF') && starts(8, 'WEBP') ? 'webp' : undefined;
}
