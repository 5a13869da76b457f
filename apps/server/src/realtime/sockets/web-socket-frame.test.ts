import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, type Writable } from 'node:stream';
import { expect, test } from 'vitest';
import * as ws from 'ws';
import { frameAround } from './web-socket-frame.ts';

// ws documents its receiver and leaves it out of its types.
const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Writable };

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 1_000_000])(
  'ws reads a frame of %i bytes unchanged',
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
