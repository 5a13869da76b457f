import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draws } from '../../../testing/long-runs.ts';
import {
  appendDelivery,
  clientMembers,
  decodeClientFrame,
  decodeServerFrame,
  encodeFrame,
  limits,
  memberNumbers,
  RoomtoneError,
} from '../src/index.ts';
import { arbitraryMessage } from './arbitrary-message.ts';
import { plainBytes } from './plain-bytes.ts';
import { reflectedJson, reflectedMessage } from './reflection.ts';
import { fixSeed } from './seed.ts';
import { bytesOf, frames, invalid, tolerated } from './vectors.ts';

fixSeed();

describe('any message of any member', () => {
  test('comes back unchanged, also from reflection', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(arbitraryMessage(), (message) => {
        seen.add(message.kind);
        const bytes = encodeFrame(message);
        expect(plainBytes(decodeServerFrame(bytes))).toStrictEqual(message);
        expect(reflectedMessage(bytes)).toStrictEqual(message);
      }),
      { numRuns: 2_000 },
    );
    expect([...seen].sort()).toEqual(Object.keys(memberNumbers).sort());
  });

  test('from a client is read the same by the server and by a client', () => {
    fc.assert(
      fc.property(arbitraryMessage(clientMembers), (message) => {
        expect(plainBytes(decodeClientFrame(encodeFrame(message)))).toStrictEqual(message);
      }),
      { numRuns: draws(500) },
    );
  });

  test('encoded without requestId and sequence and given them later is the same message', () => {
    fc.assert(
      fc.property(arbitraryMessage(), (message) => {
        const { requestId, sequence, ...shared } = message;
        const frame = encodeFrame(shared);
        const before = Uint8Array.from(frame);
        const delivered = appendDelivery(frame, requestId, sequence);
        expect(plainBytes(decodeServerFrame(delivered))).toStrictEqual(message);
        expect(reflectedJson(delivered)).toEqual(reflectedJson(encodeFrame(message)));
        expect(plainBytes(frame), 'the shared frame is unchanged').toEqual(before);
      }),
      { numRuns: draws(500) },
    );
  });
});

describe('any bytes', () => {
  const check = (bytes: Uint8Array) => void decodeOrRefuse(bytes);
  const all = [...frames, ...tolerated, ...invalid].map(bytesOf);

  test('that are random decode or are a VALIDATION_ERROR', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), check), { numRuns: draws(10_000) });
  });

  test('that are changed, cut, doubled or joined frames decode or are a VALIDATION_ERROR', () => {
    const mutated = fc
      .tuple(
        fc.constantFrom(...all),
        fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 6 }),
        fc.option(fc.nat()),
        fc.oneof(fc.constant(new Uint8Array()), fc.constantFrom(...all), fc.uint8Array({ maxLength: 20 })),
      )
      .map(([frame, changes, cut, tail]) => {
        const bytes = Uint8Array.from(cut === null ? frame : frame.subarray(0, cut % (frame.length + 1)));
        for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value;
        return Uint8Array.from([...bytes, ...tail]);
      });
    fc.assert(fc.property(mutated, check), { numRuns: draws(10_000) });
  });

  test('that decode can be encoded and decode to the same message again', () => {
    const frame = fc.constantFrom(...all);
    fc.assert(
      fc.property(frame, fc.nat(), fc.nat({ max: 255 }), (valid, at, value) => {
        const bytes = Uint8Array.from(valid);
        if (bytes.length > 0) bytes[at % bytes.length] = value;
        const message = decodeOrRefuse(bytes);
        if (message === undefined) return;
        expect(plainBytes(decodeServerFrame(encodeFrame(message)))).toStrictEqual(plainBytes(message));
      }),
      { numRuns: draws(4_000) },
    );
  });
});

describe('the size of a frame', () => {
  test('from a client is at most 65,536 bytes', () => {
    expect(decodeClientFrame(chatOf(limits.clientFrameBytes)).kind).toBe('chatMessage');
    expect(() => decodeClientFrame(chatOf(limits.clientFrameBytes + 1))).toThrow('larger than 64 KiB');
  });

  test('from a server is at most 1,048,576 bytes', () => {
    expect(decodeServerFrame(chatOf(limits.serverFrameBytes))?.kind).toBe('chatMessage');
    expect(() => decodeServerFrame(chatOf(limits.serverFrameBytes + 1))).toThrow('larger than 1 MiB');
  });
});

/** Decodes as client and server frame; throws if either fails with anything but a VALIDATION_ERROR. */
function decodeOrRefuse(bytes: Uint8Array) {
  for (const decode of [decodeClientFrame, decodeServerFrame]) {
    try {
      const message = decode(bytes);
      if (decode === decodeServerFrame) return message;
    } catch (error) {
      if (!(error instanceof RoomtoneError) || error.code !== 'VALIDATION_ERROR') throw error;
    }
  }
  return undefined;
}

/** A chat frame of exactly this many bytes. */
function chatOf(size: number): Uint8Array {
  const body = {
    messageId: '',
    userId: '',
    username: '',
    displayName: '',
    message: '',
    timestamp: 0,
    messageType: 0,
  } as const;
  const frame = (characters: number) =>
    encodeFrame({ kind: 'chatMessage', body: { ...body, message: 'x'.repeat(characters) } });
  const result = frame(size - (frame(size - 16).length - (size - 16)));
  expect(result).toHaveLength(size);
  return result;
}
