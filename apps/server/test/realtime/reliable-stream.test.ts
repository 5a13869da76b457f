import { serviceLimits } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { ReliableStream } from '../../src/realtime/connections/reliable-stream.ts';

const { messages, bytes } = serviceLimits.resumeBuffer;

function streamOf(count: number, frameBytes = 1): ReliableStream {
  const stream = new ReliableStream();
  for (let index = 0; index < count; index++) stream.add({ frame: new Uint8Array(frameBytes), requestId: index });
  return stream;
}

function kept(stream: ReliableStream): number[] {
  const sequences: number[] = [];
  stream.forEachKept((_, sequence) => sequences.push(sequence));
  return sequences;
}

test('R10.5: frames that are not acknowledged are kept with their sequence', () => {
  const stream = streamOf(4);
  stream.acknowledge(2);
  expect(kept(stream)).toEqual([3, 4]);
  expect(stream.add({ frame: new Uint8Array(1), requestId: 0 })).toBe(5);
  stream.acknowledge(1);
  stream.acknowledge(6);
  expect([kept(stream), stream.isWhole]).toEqual([[3, 4, 5], true]);
  stream.acknowledge(5);
  expect([kept(stream), stream.isWhole]).toEqual([[], true]);
});

test('R10.7: 1,000 messages can be replayed, but not one more', () => {
  expect(streamOf(messages).isWhole).toBe(true);
  expect(streamOf(messages + 1).isWhole).toBe(false);
});

test('R10.7: 256 KiB can be replayed, but not one byte more', () => {
  const stream = streamOf(4, bytes / 4);
  expect(stream.isWhole).toBe(true);
  stream.add({ frame: new Uint8Array(1), requestId: 0 });
  expect([stream.isWhole, kept(stream)]).toEqual([false, [2, 3, 4, 5]]);
});

test('R10.7: a gap closes when the client acknowledges the dropped frames', () => {
  const stream = streamOf(messages + 5);
  stream.acknowledge(4);
  expect(stream.isWhole).toBe(false);
  stream.acknowledge(5);
  expect([stream.isWhole, kept(stream)[0]]).toEqual([true, 6]);
});
