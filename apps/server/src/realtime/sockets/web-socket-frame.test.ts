import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, type Writable } from 'node:stream';
import { expect, test } from 'vitest';
import * as ws from 'ws';
import { frameAround, SpareFrames } from './web-socket-frame.ts';

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

test('a frame that was given back is the next of its length, in memory of its own', () => {
  const spare = new SpareFrames();
  spare.giveBack(spare.take(40));
  const again = spare.take(40);
  expect([again.length, again.buffer.byteLength]).toEqual([42, 42]);
  spare.giveBack(again);
  expect(spare.take(40)).toBe(again);
});

test('a frame that was not given back is nobody else’s, and one of another length never is', () => {
  const spare = new SpareFrames();
  spare.giveBack(spare.take(40));
  const kept = spare.take(40);
  const other = spare.take(41);
  expect(spare.take(40)).not.toBe(kept);
  spare.giveBack(other);
  expect(spare.take(41).buffer).not.toBe(kept.buffer);
});

test('a frame given back after another was taken holds on to nothing but itself', () => {
  const spare = new SpareFrames();
  const first = spare.take(40);
  spare.take(41);
  spare.giveBack(first);
  expect(spare.take(40).buffer.byteLength).toBe(42);
});
