import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildEvent, type MidiEvent, midiController, readEvent, splitNotes } from '../index.ts';

const sevenBits = fc.integer({ min: 0, max: 127 });
const channel = fc.integer({ min: 0, max: 15 });

const anyEvent: fc.Arbitrary<MidiEvent> = fc.oneof(
  fc.record({
    type: fc.constant('noteOn' as const),
    channel,
    key: sevenBits,
    velocity: fc.integer({ min: 1, max: 127 }),
  }),
  fc.record({ type: fc.constant('noteOff' as const), channel, key: sevenBits, velocity: sevenBits }),
  fc.record({ type: fc.constant('polyPressure' as const), channel, key: sevenBits, pressure: sevenBits }),
  fc.record({ type: fc.constant('controlChange' as const), channel, controller: sevenBits, value: sevenBits }),
  fc.record({ type: fc.constant('programChange' as const), channel, program: sevenBits }),
  fc.record({ type: fc.constant('channelPressure' as const), channel, pressure: sevenBits }),
  fc.record({ type: fc.constant('pitchBend' as const), channel, bend: fc.integer({ min: -8192, max: 8191 }) }),
);

describe('reading and building events', () => {
  test('an event that is built reads as itself', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        expect(readEvent(buildEvent(event))).toEqual(event);
      }),
      { seed: 20_260_101 },
    );
  });

  test.each<[MidiEvent, number[]]>([
    [{ type: 'noteOn', channel: 0, key: 60, velocity: 100 }, [0x90, 60, 100]],
    [{ type: 'noteOff', channel: 9, key: 36, velocity: 64 }, [0x89, 36, 64]],
    [{ type: 'controlChange', channel: 0, controller: midiController.sustain, value: 127 }, [0xb0, 64, 127]],
    [{ type: 'programChange', channel: 15, program: 19 }, [0xcf, 19]],
    [{ type: 'pitchBend', channel: 0, bend: 0 }, [0xe0, 0, 64]],
    [{ type: 'pitchBend', channel: 0, bend: 8191 }, [0xe0, 127, 127]],
  ])('%j has the bytes of MIDI 1.0', (event, bytes) => {
    expect([...buildEvent(event)]).toEqual(bytes);
  });

  test('a note-on with velocity 0 reads as a note-off', () => {
    const off = { type: 'noteOff', channel: 1, key: 60, velocity: 64 };
    expect(readEvent(Uint8Array.of(0x91, 60, 0))).toEqual(off);
  });

  test.each([
    [[]],
    [[0x90]],
    [[0x90, 60]],
    [[0x90, 60, 100, 0]],
    [[0xf8]],
    [[60, 100]],
    [[0x90, 200, 1]],
    [[0xc0, 1, 2]],
  ])('the bytes %j are refused', (bytes) => {
    expect(() => readEvent(Uint8Array.from(bytes))).toThrow(RangeError);
  });

  test.each<MidiEvent>([
    { type: 'noteOn', channel: 16, key: 60, velocity: 100 },
    { type: 'noteOn', channel: 0, key: 60, velocity: 0 },
    { type: 'noteOff', channel: 0, key: 128, velocity: 0 },
    { type: 'programChange', channel: 0, program: 1.5 },
    { type: 'pitchBend', channel: 0, bend: 8192 },
  ])('%j is not built', (event) => {
    expect(() => buildEvent(event)).toThrow(RangeError);
  });
});

test('notes are split into events with both of their times', () => {
  const data = Uint8Array.of(0x90, 60, 100, 0xc0, 5, 0x80, 60, 64);
  const notes = splitNotes({ startTimeUs: 1_000, playAtUs: 21_000, offsets: [0, 10, 500], data });
  expect(notes.map(({ timeUs, playAtUs, data: bytes }) => [timeUs, playAtUs, [...bytes]])).toEqual([
    [1_000, 21_000, [0x90, 60, 100]],
    [1_010, 21_010, [0xc0, 5]],
    [1_500, 21_500, [0x80, 60, 64]],
  ]);
});
