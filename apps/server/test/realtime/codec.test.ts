import { encodeFrame } from '@roomtone/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { protobufCodec } from '../../src/realtime/sockets/codec.ts';

const seed = 7_420;
const requestId = fc.integer({ min: 0, max: 0xffff_ffff });

test(`R8.4: the requestId of a frame is found, whatever else the frame contains (seed ${seed})`, () => {
  const property = fc.property(requestId, fc.string(), fc.nat(), (id, message, serverTime) => {
    const body = { code: '', message, details: { a: message } };
    const frame = encodeFrame({ kind: 'error', body, requestId: id, serverTime, sequence: 3 });
    expect(protobufCodec.requestIdOf(frame)).toBe(id);
    expect(protobufCodec.requestIdOf(protobufCodec.address(frame, id, 4))).toBe(id);
  });
  fc.assert(property, { seed });
});

test(`R8.4: the search for a requestId never throws, whatever the bytes (seed ${seed})`, () => {
  const property = fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
    const found = protobufCodec.requestIdOf(bytes);
    expect(Number.isInteger(found) && found >= 0 && found <= 0xffff_ffff).toBe(true);
  });
  fc.assert(property, { seed, numRuns: 2_000 });
});
