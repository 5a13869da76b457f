import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../testing/long-runs.ts';
import {
  type BorrowedNotes,
  decodeClientFrame,
  encodeFrame,
  forEachEventOf,
  midiIssue,
  readNoteFrame,
  writeNoteFrame,
} from '../src/index.ts';
import { arbitraryMessage } from './arbitrary-message.ts';
import { arbitraryMidi } from './arbitrary-midi.ts';
import { plainBytes } from './plain-bytes.ts';
import { fixSeed } from './seed.ts';

fixSeed();

const arbitraryNotes = arbitraryMessage(['midiMessage']).map(({ body, requestId }) => ({ body, requestId }));

/** Notes read by hand stay in their frame; this copies them into the general codec's form. */
function readPlain(bytes: Uint8Array) {
  const read = readNoteFrame(bytes);
  if (read === undefined) return undefined;
  const { startTime, offsets, data } = read.body;
  return { ...read, body: { startTime, offsets, data } };
}

function eventsOf(midi: BorrowedNotes): number[][] {
  const events: number[][] = [];
  forEachEventOf(midi, (...event) => events.push(event.slice(0, 3)));
  return events;
}

test('notes read by hand are what the general codec reads', () => {
  let readByHand = 0;
  fc.assert(
    fc.property(arbitraryNotes, ({ body, requestId }) => {
      const bytes = encodeFrame({ kind: 'midiMessage', body, requestId });
      const read = readPlain(bytes);
      if (read === undefined) return;
      readByHand++;
      expect(plainBytes(read)).toStrictEqual(plainBytes(decodeClientFrame(bytes)));
    }),
    { numRuns: 2_000 },
  );
  expect(readByHand).toBeGreaterThan(draws(1_000));
});

test('for any bytes, notes read by hand are what the general codec reads', () => {
  let readByHand = 0;
  const change = fc.record({ at: fc.nat(), kind: fc.constantFrom('set', 'cut', 'insert'), byte: fc.nat(255) });
  fc.assert(
    fc.property(arbitraryNotes, fc.array(change, { minLength: 1, maxLength: 3 }), ({ body, requestId }, changes) => {
      const bytes = [...encodeFrame({ kind: 'midiMessage', body, requestId })];
      for (const { at, kind, byte } of changes) {
        const index = at % (bytes.length + 1);
        if (kind === 'set') bytes.splice(index, 1, byte);
        else if (kind === 'cut') bytes.splice(index, 1 + (byte % 3));
        else bytes.splice(index, 0, byte);
      }
      const mutated = Uint8Array.from(bytes);
      const read = readPlain(mutated);
      if (read === undefined) return;
      readByHand++;
      expect(plainBytes(read)).toStrictEqual(plainBytes(decodeClientFrame(mutated)));
    }),
    { numRuns: draws(20_000) },
  );
  expect(readByHand).toBeGreaterThan(draws(1_000));
});

test('a frame within a larger buffer is read within its bounds', () => {
  const body = { startTime: 1_700_000_000_000_000, offsets: [0, 7], data: Uint8Array.of(0x90, 60, 1, 0xc0, 5) };
  const frame = encodeFrame({ kind: 'midiMessage', body });
  const buffer = new Uint8Array(frame.length + 20).fill(0x7f);
  buffer.set(frame, 10);
  expect(readPlain(buffer.subarray(10, 10 + frame.length))?.body).toEqual(body);
});

test('notes in their frame are checked, visited and sent on like any others', () => {
  let valid = 0;
  const anything = arbitraryNotes.map(({ body }) => body);
  fc.assert(
    fc.property(
      fc.oneof(anything, arbitraryMidi()),
      fc.nat(100),
      fc.nat(),
      fc.nat(),
      (body, sender, serverTime, noteNumber) => {
        const read = readNoteFrame(encodeFrame({ kind: 'midiMessage', body }))?.body;
        if (read === undefined) return;
        expect(midiIssue(read)).toBe(midiIssue(body));
        if (midiIssue(body) !== undefined) return;
        valid++;
        expect(eventsOf(read)).toEqual(eventsOf(body));
        const stamp = { sender, serverTime, noteNumber };
        const sent = writeNoteFrame(read, stamp, (length) => new Uint8Array(length));
        expect(plainBytes(sent)).toEqual(plainBytes(encodeFrame({ kind: 'midiMessage', body, ...stamp })));
      },
    ),
    { numRuns: 2_000 },
  );
  expect(valid).toBeGreaterThan(500);
});

test('notes written by hand are the bytes that the general codec writes', () => {
  fc.assert(
    fc.property(arbitraryMessage(['midiMessage']), fc.nat(16), ({ body, sender, serverTime, noteNumber }, before) => {
      const stamp = { sender, serverTime, noteNumber };
      const written = writeNoteFrame(body, stamp, (length) => new Uint8Array(before + length).fill(7));
      const expected = encodeFrame({ kind: 'midiMessage', body, ...stamp });
      expect(plainBytes(written.subarray(before))).toEqual(plainBytes(expected));
      expect([...written.subarray(0, before)]).toEqual(new Array(before).fill(7));
    }),
    { numRuns: 2_000 },
  );
});

test('times of every length are read and written', () => {
  const lengths = [7, 14, 21, 28, 35, 42, 49].flatMap((bits) => [2 ** bits - 1, 2 ** bits, 2 ** bits + 1]);
  for (const time of [1, ...lengths, 2 ** 52, Number.MAX_SAFE_INTEGER]) {
    const body = { startTime: time, offsets: [0], data: Uint8Array.of(0x90, 60, 1) };
    const bytes = encodeFrame({ kind: 'midiMessage', body });
    expect(readPlain(bytes)?.body.startTime).toBe(time);
    const stamp = { sender: time % 300, serverTime: time, noteNumber: time % 0xffff_ffff };
    const sent = writeNoteFrame(body, stamp, (length) => new Uint8Array(length));
    const expected = encodeFrame({ kind: 'midiMessage', body, ...stamp });
    expect(plainBytes(sent)).toEqual(plainBytes(expected));
  }
});

test('a time above the largest plain number is left to the general codec', () => {
  const bytes = encodeFrame({
    kind: 'midiMessage',
    body: { startTime: Number.MAX_SAFE_INTEGER, offsets: [0], data: Uint8Array.of(0x90, 60, 1) },
  });
  const last = bytes.indexOf(0x0f);
  expect(readNoteFrame(bytes.with(last, 0x10))).toBeUndefined();
});
