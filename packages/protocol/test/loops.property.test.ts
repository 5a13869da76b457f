import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Loop, type LoopCommand, type LoopNews, RoomtoneError } from '../src/index.ts';
import * as loops from '../src/loops/index.ts';
import { arbitraryContent } from './arbitrary-message.ts';
import { plainBytes } from './plain-bytes.ts';
import { reflectedContent } from './reflection.ts';
import { fixSeed } from './seed.ts';

fixSeed();

// The arbitrary messages come from the proto files, and so have the types' shapes.
const codecs = [
  ['LoopCommand', (body: object) => loops.encodeLoopCommand(body as LoopCommand), loops.decodeLoopCommand],
  ['LoopNews', (body: object) => loops.encodeLoopNews(body as LoopNews), loops.decodeLoopNews],
  ['Loop', (body: object) => loops.encodeLoop(body as Loop), loops.decodeLoop],
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
          expect(error).toBeInstanceOf(RoomtoneError);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
