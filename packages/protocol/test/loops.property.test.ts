import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draws } from '../../../testing/long-runs.ts';
import * as protocol from '../src/index.ts';
import { arbitraryContent } from './arbitrary-message.ts';
import { plainBytes } from './plain-bytes.ts';
import { reflectedContent } from './reflection.ts';
import { fixSeed } from './seed.ts';

fixSeed();

// The arbitrary messages come from the proto files, and so have the types' shapes.
const codecs = [
  ['LoopNews', (body: object) => protocol.encodeLoopNews(body as protocol.LoopNews), protocol.decodeLoopNews],
  ['Loop', (body: object) => protocol.encodeLoop(body as protocol.Loop), protocol.decodeLoop],
] as const;

describe.each(codecs)('any %s', (name, encode, decode) => {
  test('comes back unchanged, also from reflection', () => {
    fc.assert(
      fc.property(arbitraryContent(name), (message) => {
        const bytes = encode(message);
        expect(plainBytes(decode(bytes))).toStrictEqual(message);
        expect(reflectedContent(name, bytes)).toStrictEqual(message);
      }),
      { numRuns: 300 },
    );
  });

  test('of random bytes decodes or is a VALIDATION_ERROR', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        try {
          decode(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(protocol.RoomtoneError);
        }
      }),
      { numRuns: draws(1_000) },
    );
  });
});
