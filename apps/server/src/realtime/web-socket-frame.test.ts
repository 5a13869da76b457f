import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Receiver } from 'ws';
import { frameAround } from './web-socket-frame.ts';

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 1_000_000])(
  'ws reads a frame of %i bytes as it was',
  async (length) => {
    const payload = randomBytes(length);
    const receiver = new Receiver({ isServer: false });
    const stream = new PassThrough();
    stream.pipe(receiver);
    const message = once(receiver, 'message');
    stream.end(frameAround(payload));
    const [data, isBinary] = await message;
    expect([Buffer.compare(data as Buffer, payload), isBinary]).toEqual([0, true]);
  },
);
