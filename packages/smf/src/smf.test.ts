import type { TimedEvent } from '@roomtone/protocol';
import fc from 'fast-check';
import { parseMidi } from 'midi-file';
import { describe, expect, test } from 'vitest';
import { MidiFileError } from './midi-file-error.ts';
import { readMidiFile } from './read.ts';
import { TempoMap } from './tempo-map.ts';
import { recordingTime, writeMidiFile } from './write.ts';

const seed = 20_251_121;

describe('the tempo map', () => {
  test('is 120 beats per minute until the file sets another tempo', () => {
    expect(new TempoMap(480, []).timeUs(480)).toBe(500_000);
  });

  test('adds up segments of different tempo, given in any order', () => {
    const map = new TempoMap(100, [
      { tick: 300, usPerQuarter: 1_000_000 },
      { tick: 100, usPerQuarter: 250_000 },
    ]);
    // One quarter at 500 ms, two at 250 ms, then half of one at a second.
    expect([0, 100, 300, 350].map((tick) => map.timeUs(tick))).toEqual([0, 500_000, 1_000_000, 1_500_000]);
  });

  test('uses the last of several tempos at one tick', () => {
    const changes = [1_000_000, 400_000].map((usPerQuarter) => ({ tick: 0, usPerQuarter }));
    expect(new TempoMap(100, changes).timeUs(100)).toBe(400_000);
  });

  test.each([
    ['25 frames of 40 ticks: a tick is a millisecond', 0xe728, 1_000],
    ['30 frames of 80 ticks', 0xe250, 1e6 / 2_400],
    ['29 is 29.97 frames', 0xe364, 1e6 / ((30_000 / 1_001) * 100)],
  ])('counts SMPTE time, which no tempo changes: %s', (_name, division, usPerTick) => {
    expect(new TempoMap(division, [{ tick: 0, usPerQuarter: 1 }]).timeUs(1_000)).toBeCloseTo(usPerTick * 1_000, 3);
  });

  test('refuses invalid divisions', () => {
    expect(() => new TempoMap(0, [])).toThrow(RangeError);
    expect(() => new TempoMap(0xe700, [])).toThrow(RangeError);
  });
});

describe('files made to exhaust the reader', () => {
  const header = { format: 1, division: 100 };
  const repeated = (bytes: readonly number[], times: number) => Array.from({ length: times }, () => bytes).flat();

  test('30,000 changes of tempo among 90,000 notes are read, each note at its time', () => {
    const tempos = repeated([1, 0xff, 0x51, 3, 0x07, 0xa1, 0x20], 30_000);
    const notes = [0, 0x90, 60, 0, ...repeated([0, 60, 0, 0, 61, 0, 1, 62, 0], 30_000)];
    const { events } = readMidiFile(midi(header, tempos, notes));
    expect(events).toHaveLength(90_001);
    expect(events.at(-1)?.timeUs).toBe(30_000 * 5_000);
  });

  test('more than 250,000 events, or more than 1,024 tracks, are refused', () => {
    const track = [0, 0x90, 60, 0, ...repeated([0, 60, 0], 124_999)];
    expect(() => readMidiFile(midi(header, track, track, [0, 0x90, 60, 0]))).toThrow(/more than 250000 events/);
    expect(() => readMidiFile(midi(header, ...Array.from({ length: 1_025 }, () => [])))).toThrow(
      /more than 1024 tracks/,
    );
  });
});

describe('reading', () => {
  test('keeps channel voice messages unchanged, by time and then by track', () => {
    const file = midi(
      { format: 1, division: 100 },
      // Tempo 250 ms at tick 100, and a name.
      [0, 0xff, 0x03, 4, ...ascii('Lead'), 100, 0xff, 0x51, 3, 0x03, 0xd0, 0x90],
      // A note-on, its note-off by running status with velocity 0, sysex, a program change.
      [0, 0x90, 60, 64, 100, 60, 0, 0, 0xf0, 2, 0x7d, 0xf7, 100, 0xc0, 5],
      // Pitch bend and pressure at the same times as the other track's events.
      [0, 0xe1, 0, 64, 100, 0xd1, 9, 100, 0xa1, 60, 7],
    );
    const { events, tracks } = readMidiFile(file);
    expect(events.map(({ timeUs, data }) => [timeUs, ...data])).toEqual([
      [0, 0x90, 60, 64],
      [0, 0xe1, 0, 64],
      [500_000, 0x90, 60, 0],
      [500_000, 0xd1, 9],
      [750_000, 0xc0, 5],
      [750_000, 0xa1, 60, 7],
    ]);
    expect(tracks.map(({ name, events: own }) => [name, own.length])).toEqual([
      ['Lead', 0],
      ['', 3],
      ['', 3],
    ]);
  });

  test('reads a file of one track', () => {
    const { events } = readMidiFile(midi({ format: 0, division: 96 }, [96, 0xb0, 64, 127]));
    expect(events).toEqual([{ timeUs: 500_000, data: Uint8Array.of(0xb0, 64, 127) }]);
  });

  test('ignores other chunks, a longer header and anything after the last track', () => {
    const plain = midi({ format: 0, division: 96 }, [0, 0x90, 60, 64]);
    const header = [...ascii('MThd'), 0, 0, 0, 8, ...plain.subarray(8, 14), 1, 2];
    const odd = [...header, ...ascii('XFIH'), 0, 0, 0, 3, 1, 2, 3, ...plain.subarray(14), ...ascii('trailing')];
    expect(readMidiFile(Uint8Array.from(odd)).events).toEqual(readMidiFile(plain).events);
  });

  test.each([
    ['nothing', []],
    ['text', ascii('once upon a time')],
    ['half a header', ascii('MThd\0\0\0\x06\0\0')],
  ])('refuses what has no header: %s', (_name, bytes) => {
    const read = () => readMidiFile(Uint8Array.from(bytes));
    expect(read).toThrow(MidiFileError);
    expect(read).toThrow('This is not a Standard MIDI File.');
  });

  test('reads any damaged file, and refuses it only for its header or its size', () => {
    const events = [{ timeUs: 0, data: Uint8Array.of(0x90, 1, 2) }];
    const whole = writeMidiFile([{ name: 'x', events }], 0, recordingTime);
    const at = fc.nat({ max: whole.length - 1 });
    fc.assert(
      fc.property(at, fc.nat({ max: 255 }), fc.nat({ max: whole.length }), (changed, byte, cut) => {
        fc.pre(whole[changed] !== byte);
        const bytes = Uint8Array.from(whole);
        bytes[changed] = byte;
        const read = () => readMidiFile(bytes.subarray(0, cut));
        if (cut < 14 || changed < 4) expect(read).toThrow(MidiFileError);
        else expect(read().tracks.length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 2_000, seed },
    );
  });
});

describe('writing', () => {
  test('and reading gives the same events, with times to half a tick: 8 µs', () => {
    const startUs = 1_763_720_000_000_000;
    fc.assert(
      fc.property(fc.array(arbitraryTrack(startUs), { maxLength: 4 }), (tracks) => {
        const read = readMidiFile(writeMidiFile(tracks, startUs, recordingTime)).tracks.slice(1);
        expect(read.map(({ name }) => name)).toEqual(tracks.map(({ name }) => name));
        for (const [index, { events }] of tracks.entries()) {
          const got = read[index]?.events ?? [];
          expect(got.map(({ data }) => [...data])).toEqual(events.map(({ data }) => [...data]));
          for (const [at, { timeUs }] of events.entries()) {
            expect(Math.abs((got[at]?.timeUs ?? 0) - (timeUs - startUs))).toBeLessThanOrEqual(8);
          }
        }
      }),
      { numRuns: 100, seed },
    );
  });

  test('bridges pauses that are longer than one step of the format', () => {
    const threeHoursUs = 3 * 3_600_000_000;
    const events = [0, threeHoursUs].map((timeUs) => ({ timeUs, data: Uint8Array.of(0xc0, 1) }));
    const read = readMidiFile(writeMidiFile([{ name: '', events }], 0, recordingTime));
    expect(read.events.map(({ timeUs }) => timeUs)).toEqual([0, threeHoursUs]);
  });

  test('writes tempo changes, and keeps every time according to them', () => {
    const at = (timeUs: number) => ({ timeUs, data: Uint8Array.of(0xc0, 1) });
    const tempos = [
      { timeUs: 500, usPerQuarter: 600_000, beatsPerBar: 3 },
      { timeUs: 1_201_000, usPerQuarter: 300_000, beatsPerBar: 4 },
    ];
    const events = [1_000, 601_000, 1_201_000, 1_501_000].map(at);
    const bytes = writeMidiFile([{ name: 'Mara', instrument: 'Cello', port: 2, events }], 1_000, recordingTime, tempos);
    const file = readMidiFile(bytes);
    expect(file.events.map(({ timeUs }) => timeUs)).toEqual([0, 600_000, 1_200_000, 1_500_000]);
    expect(file.tracks[1]).toMatchObject({ name: 'Mara', instrument: 'Cello' });
    const map = parseMidi(bytes).tracks.map((track) => track.map(({ type, deltaTime }) => [type, deltaTime]));
    expect(map).toEqual([
      [
        ['setTempo', 0],
        ['timeSignature', 0],
        ['setTempo', 62_500],
        ['timeSignature', 0],
        ['endOfTrack', 0],
      ],
      [
        ['trackName', 0],
        ['instrumentName', 0],
        ['portPrefix', 0],
        ['programChange', 0],
        ['programChange', 31_250],
        ['programChange', 31_250],
        ['programChange', 31_250],
        ['endOfTrack', 0],
      ],
    ]);
  });

  test('makes a file of format 1 at 120 beats per minute', () => {
    const bytes = [...writeMidiFile([], 0, recordingTime)];
    // MThd, its length, format 1, one track, 31,250 ticks per quarter note.
    expect(bytes.slice(0, 14)).toEqual([...ascii('MThd'), 0, 0, 0, 6, 0, 1, 0, 1, 0x7a, 0x12]);
    // After MTrk and its length: set tempo 500,000 µs, end of track.
    expect(bytes.slice(22)).toEqual([0, 0xff, 0x51, 3, 0x07, 0xa1, 0x20, 0, 0xff, 0x2f, 0]);
  });
});

function arbitraryTrack(startUs: number): fc.Arbitrary<{ name: string; events: TimedEvent[] }> {
  const value = fc.nat({ max: 127 });
  const data = fc.oneof(
    fc.tuple(fc.integer({ min: 0x80, max: 0xbf }), value, value),
    fc.tuple(fc.integer({ min: 0xc0, max: 0xdf }), value),
    fc.tuple(fc.integer({ min: 0xe0, max: 0xef }), value, value),
  );
  const step = fc.oneof(fc.constant(0), fc.nat({ max: 500_000 }));
  return fc.record({
    name: fc.string({ unit: 'grapheme', maxLength: 12 }),
    events: fc.array(fc.tuple(step, data), { maxLength: 60 }).map((steps) => {
      let timeUs = startUs;
      return steps.map(([stepUs, bytes]) => {
        timeUs += stepUs;
        return { timeUs, data: Uint8Array.from(bytes) };
      });
    }),
  });
}

/** A hand-made file: tracks as bytes, with deltas below 128, without their end-of-track events. */
function midi(header: { format: number; division: number }, ...tracks: number[][]): Uint8Array {
  const { format, division } = header;
  const chunks = tracks.map((track) => {
    const bytes = [...track, 0, 0xff, 0x2f, 0];
    const { length } = bytes;
    return [...ascii('MTrk'), 0, (length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff, ...bytes];
  });
  const head = [
    ...ascii('MThd'),
    0,
    0,
    0,
    6,
    0,
    format,
    tracks.length >> 8,
    tracks.length & 0xff,
    division >> 8,
    division & 0xff,
  ];
  return Uint8Array.from([...head, ...chunks.flat()]);
}

function ascii(text: string): number[] {
  return [...Buffer.from(text, 'ascii')];
}
