import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { fixSeed } from '../../test/seed.ts';
import { RoomtoneError } from '../errors.ts';
import { limits } from '../limits.ts';
import { lengthInDatagram, readDatagram, writeDatagram } from './note-datagram.ts';

beforeAll(fixSeed);

const arbitraryDatagram = fc.record({
  number: fc.integer({ min: 1, max: 0xffff_ffff }),
  frames: fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }),
});

function issueOf(bytes: Uint8Array): unknown {
  try {
    readDatagram(bytes);
    return undefined;
  } catch (error) {
    return error;
  }
}

test('R17.8: what was written is read', () => {
  fc.assert(
    fc.property(arbitraryDatagram, (datagram) => {
      const bytes = writeDatagram(datagram);
      const { number, frames } = readDatagram(bytes);
      expect(number).toBe(datagram.number);
      expect(frames.map((frame) => [...frame])).toEqual(datagram.frames.map((frame) => [...frame]));
      const inFrames = datagram.frames.reduce((sum, frame) => sum + lengthInDatagram(frame), 0);
      expect(bytes.byteLength - inFrames).toBeLessThanOrEqual(6);
    }),
  );
});

test('R17.8: 1,100 bytes are read, and 1,101 refused', () => {
  const sized = (length: number) => {
    // Number, key and two bytes of length.
    const bytes = writeDatagram({ number: 1, frames: [new Uint8Array(length - 5)] });
    expect(bytes.byteLength).toBe(length);
    return bytes;
  };
  expect(limits.datagrams.bytes).toBe(1_100);
  expect(readDatagram(sized(1_100)).frames).toHaveLength(1);
  expect(issueOf(sized(1_101))).toMatchObject({ code: 'VALIDATION_ERROR' });
});

test.each([
  ['nothing', []],
  ['no number', [0x12, 1, 7]],
  ['the number 0', [0x08, 0]],
  ['a number over 32 bits', [0x08, 0xff, 0xff, 0xff, 0xff, 0x7f]],
  ['a number without an end', [0x08, 0x80]],
  ['a number of eleven bytes', [0x08, ...new Array(10).fill(0x80), 0x01]],
  ['a frame longer than the rest', [0x08, 1, 0x12, 3, 1, 2]],
  ['an unknown field', [0x08, 1, 0x18, 1]],
  ['a field of the wrong type', [0x0a, 1, 1]],
])('R17.8: a datagram with %s is VALIDATION_ERROR', (_name, bytes) => {
  expect(issueOf(Uint8Array.from(bytes))).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { field: 'datagram', issue: expect.any(String) },
  });
});

test('R17.8: whatever the bytes, a datagram is read or refused with VALIDATION_ERROR', () => {
  let read = 0;
  let refused = 0;
  const check = (bytes: Uint8Array) => {
    const error = issueOf(bytes);
    if (error === undefined) read++;
    else {
      refused++;
      expect(error).toBeInstanceOf(RoomtoneError);
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR' });
    }
  };
  const change = fc.record({ at: fc.nat(), kind: fc.constantFrom('set', 'cut', 'insert'), byte: fc.nat(255) });
  fc.assert(
    fc.property(arbitraryDatagram, fc.array(change, { minLength: 1, maxLength: 3 }), (datagram, changes) => {
      const bytes = [...writeDatagram(datagram)];
      for (const { at, kind, byte } of changes) {
        const index = at % (bytes.length + 1);
        if (kind === 'insert') bytes.splice(index, 0, byte);
        else bytes.splice(index, 1, ...(kind === 'set' ? [byte] : []));
      }
      check(Uint8Array.from(bytes));
    }),
    { numRuns: 3_000 },
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 1_200 }), check), { numRuns: 1_000 });
  expect(read).toBeGreaterThan(300);
  expect(refused).toBeGreaterThan(300);
});
