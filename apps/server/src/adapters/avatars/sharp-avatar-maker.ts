import { type Issue, issues, limits, RoomtoneError, validationError } from '@roomtone/protocol';
import pLimit from 'p-limit';
import type { Sharp, SharpOptions } from 'sharp';
import type { AvatarMaker } from '../../ports/avatars.ts';
import type { Clock } from '../../ports/clock.ts';
import { pictureKind } from './picture-kind.ts';

/** Pictures that may wait for their turn, each with its bytes in memory. */
const maxWaiting = 16;
/** A picture that takes longer was made to. */
const maxSeconds = 10;

type SharpModule = typeof import('sharp');
/** The library's one function: decodes, changes and encodes. */
type SharpFunction = SharpModule['default'];

/** Resolves pictures by sharp (libvips): one at a time, on one thread, so that the relay keeps its cores. */
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
    // Turned as the camera was held: what says so goes with the other metadata.
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: 82 })
    .timeout({ seconds: maxSeconds });
  return readable(picture, (one) => one.toBuffer());
}

/** Before anything is decoded: a header of a few bytes can promise gigabytes. */
async function checkSize(sharp: SharpFunction, upload: Uint8Array): Promise<void> {
  const header = sharp(upload, { ...reading, limitInputPixels: false });
  const { width, height } = await readable(header, (one) => one.metadata());
  if (width * height > limits.avatar.pixels) {
    throw badPicture(issues.picturePixels(limits.avatar.pixels / 1_000_000));
  }
}

/** The first picture of an animation; one that is cut short or damaged is refused. */
const reading: SharpOptions = { failOn: 'error', sequentialRead: true, pages: 1 };

async function readable<T>(picture: Sharp, read: (picture: Sharp) => Promise<T>): Promise<T> {
  try {
    return await read(picture);
  } catch (cause) {
    throw Object.assign(badPicture(issues.pictureDamaged), { cause });
  }
}

let loading: Promise<SharpFunction> | undefined;

/** Loaded with the first upload: a machine that has no such library still has a server. */
function loadSharp(): Promise<SharpFunction> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    // Of libvips' many readers only those that are needed: the others can be attacked, too.
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
  return new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many pictures wait. Try again in a moment.', details);
}
