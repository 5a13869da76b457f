import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryEvent, arbitraryEvents, arbitraryMidi } from '../test/arbitrary-midi.ts';
import { midiProblems } from '../test/midi-reference.ts';
import { fixSeed } from '../test/seed.ts';
import { RoomtoneError } from './errors.ts';
import { limits } from './limits.ts';
import { checkMidi, joinMidi, midiIssue, splitMidi } from './midi.ts';
import { eventLength, forEachEvent, isNoteOff, isNoteOn } from './midi-events.ts';

fixSeed();

describe('R5.2, R5.8: a MidiMessage', () => {
  test.each([
    ['one event', [0], [0x90, 60, 64], undefined],
    ['no events', [], [], 'has no events'],
    ['data without offsets', [], [0x90, 60, 64], 'has no events'],
    ['256 events', zeros(256), many(256, [0xc0, 1]), undefined],
    ['257 events', zeros(257), many(257, [0xc0, 1]), 'has more than 256 events'],
    ['an offset of 1,000,000', [1_000_000], [0xc0, 1], undefined],
    ['an offset of 1,000,001', [1_000_001], [0xc0, 1], 'has an offset over 1,000,000 µs'],
    ['the largest offset that a uint32 holds', [0xffff_ffff], [0xc0, 1], 'has an offset over 1,000,000 µs'],
    ['equal offsets', [7, 7], [0xc0, 1, 0xc0, 2], undefined],
    ['offsets that decrease by one', [7, 6], [0xc0, 1, 0xc0, 2], 'has offsets that decrease'],
    ['the lowest and the highest status', [0, 0], [0x80, 0, 0, 0xef, 127, 127], undefined],
    ['a data byte first', [0], [0x7f, 0, 0], 'has a byte that is no channel voice status'],
    ['running status', [0, 0], [0x90, 60, 64, 61, 64], 'has a byte that is no channel voice status'],
    ['a system message', [0], [0xf0], 'has a byte that is no channel voice status'],
    ['system reset', [0], [0xff], 'has a byte that is no channel voice status'],
    ['a first data byte of 127', [0], [0x90, 127, 127], undefined],
    ['a first data byte of 128', [0], [0x90, 128, 0], 'has a data byte over 127'],
    ['a second data byte of 128', [0], [0x90, 0, 128], 'has a data byte over 127'],
    ['a data byte of 128 in a two-byte event', [0], [0xd0, 128], 'has a data byte over 127'],
    ['an event cut after its status', [0], [0x90], 'ends within an event'],
    ['an event cut after its key', [0], [0x90, 60], 'ends within an event'],
    ['a two-byte event cut', [0], [0xc0], 'ends within an event'],
    ['an offset too many', [0, 0], [0x90, 60, 64], 'has fewer events than offsets'],
    ['an event too many', [0], [0x90, 60, 64, 0x80, 60, 64], 'has more events than offsets'],
  ])('%s', (_name, offsets, data, issue) => {
    const message = { startTime: 0, offsets, data: Uint8Array.from(data) };
    expect(midiIssue(message)).toBe(issue);
    expect(midiProblems(message)).toEqual(issue === undefined ? [] : expect.arrayContaining([issue]));
  });

  test('gets the verdict of the slow reference', () => {
    const verdicts = { fine: 0, malformed: 0 };
    fc.assert(
      fc.property(arbitraryMidi(), (message) => {
        const problems = midiProblems(message);
        const issue = midiIssue(message);
        verdicts[issue === undefined ? 'fine' : 'malformed']++;
        if (problems.length === 0) expect(issue).toBeUndefined();
        else expect(problems).toContain(issue);
      }),
      { numRuns: 5_000 },
    );
    // Otherwise the test would prove little.
    expect(Math.min(verdicts.fine, verdicts.malformed)).toBeGreaterThan(500);
  });

  test('throws a VALIDATION_ERROR from checkMidi if it is malformed', () => {
    const bad = { startTime: 0, offsets: [], data: new Uint8Array() };
    expect(() => checkMidi(bad)).toThrow(RoomtoneError);
    expect(() => checkMidi(bad)).toThrow('The midiMessage has no events.');
    expect(() => checkMidi({ startTime: 0, offsets: [0], data: Uint8Array.of(0xc0, 1) })).not.toThrow();
  });
});

describe('events', () => {
  test('have the length that MIDI 1.0 gives their status', () => {
    const lengths = Array.from({ length: 256 }, (_, status) => eventLength(status));
    const expected = Array.from({ length: 256 }, (_, status) => {
      if (status < 0x80 || status >= 0xf0) return 0;
      return status >= 0xc0 && status < 0xe0 ? 2 : 3;
    });
    expect(lengths).toEqual(expected);
  });

  test('with velocity 0 are note-offs', () => {
    expect([isNoteOn(0x9f, 1), isNoteOff(0x9f, 1)]).toEqual([true, false]);
    expect([isNoteOn(0x9f, 0), isNoteOff(0x9f, 0)]).toEqual([false, true]);
    expect([isNoteOn(0x80, 64), isNoteOff(0x80, 64)]).toEqual([false, true]);
    expect([isNoteOn(0xa0, 64), isNoteOff(0xa0, 0)]).toEqual([false, false]);
  });

  test('are visited in order, two-byte events with a second byte of 0', () => {
    const seen: number[][] = [];
    forEachEvent(Uint8Array.of(0x90, 60, 64, 0xc1, 5, 0xe2, 1, 2), (...event) => seen.push(event));
    expect(seen).toEqual([
      [0x90, 60, 64, 0, 0],
      [0xc1, 5, 0, 1, 3],
      [0xe2, 1, 2, 2, 5],
    ]);
  });
});

describe('splitting and joining', () => {
  test('events come back with their times, in as few valid messages as possible', () => {
    fc.assert(
      fc.property(arbitraryEvents(600), (events) => {
        const messages = joinMidi(events);
        expect(messages.map(midiIssue)).toEqual(messages.map(() => undefined));
        expect(messages.flatMap((message) => splitMidi(message, -1))).toEqual(events);
        for (const [index, message] of messages.slice(1).entries()) {
          const before = messages[index];
          const full = before?.offsets.length === limits.midi.eventsPerMessage;
          expect(full || message.startTime - (before?.startTime ?? 0) > limits.midi.maxOffsetUs).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('a message in the form that joinMidi makes comes back unchanged', () => {
    fc.assert(
      fc.property(fc.array(arbitraryEvent(), { minLength: 1, maxLength: 256 }), (events) => {
        const message = {
          startTime: 5_000_000,
          offsets: events.map((_, index) => index * 3_000),
          data: Uint8Array.from(events.flat()),
        };
        expect(joinMidi(splitMidi(message, 0))).toEqual([message]);
      }),
      { numRuns: 200 },
    );
  });

  test('a startTime of 0 is now', () => {
    expect(splitMidi({ startTime: 0, offsets: [0, 5], data: Uint8Array.of(0xc0, 1, 0xc0, 2) }, 1_000)).toEqual([
      { timeUs: 1_000, data: Uint8Array.of(0xc0, 1) },
      { timeUs: 1_005, data: Uint8Array.of(0xc0, 2) },
    ]);
  });

  test('a span of exactly one second fits into one message, one microsecond more does not', () => {
    const at = (timeUs: number) => ({ timeUs, data: Uint8Array.of(0xc0, 1) });
    expect(joinMidi([at(5), at(1_000_005)])).toHaveLength(1);
    expect(joinMidi([at(5), at(1_000_006)])).toHaveLength(2);
    expect(joinMidi([])).toEqual([]);
  });

  test('refuses decreasing times and anything but channel voice messages', () => {
    const at = (timeUs: number, ...data: number[]) => ({ timeUs, data: Uint8Array.from(data) });
    expect(() => joinMidi([at(5, 0xc0, 1), at(4, 0xc0, 1)])).toThrow(RangeError);
    for (const data of [[], [0xf8], [60, 64], [0x90, 60], [0xc0, 1, 2]]) {
      expect(() => joinMidi([at(0, ...data)])).toThrow(RangeError);
    }
  });
});

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

function many(count: number, event: readonly number[]): number[] {
  return Array.from({ length: count }, () => event).flat();
}
