import type { TimedEvent } from '@roomtone/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Thinning } from './thinning.ts';

const seed = 20_266;

function thinning() {
  const sent: TimedEvent[] = [];
  return { sent, thin: new Thinning((event) => sent.push(event)) };
}

function event(timeMs: number, ...bytes: number[]): TimedEvent {
  return { timeUs: timeMs * 1000, data: Uint8Array.from(bytes) };
}

const bytes = (sent: readonly TimedEvent[]) => sent.map(({ data }) => [...data]);

describe('R5.11: thinning', () => {
  test.each([
    ['a controller', (value: number) => [0xb3, 1, value]],
    ['a bend', (value: number) => [0xe3, 0, value]],
    ['channel pressure', (value: number) => [0xd3, value]],
    ['a key’s pressure', (value: number) => [0xa3, 60, value]],
    ['a half-pressed pedal', (value: number) => [0xb3, 64, 64 + (value >> 1)]],
  ])('%s passes 100 times a second, always with the last value', (_name, at) => {
    const { sent, thin } = thinning();
    for (let ms = 0; ms <= 1_000; ms++) thin.take(event(ms, ...at(ms % 128)));
    expect(sent).toHaveLength(101);
    thin.take(event(1_001, ...at(5)));
    thin.take(event(1_002, ...at(7)));
    expect(thin.dueUs).toBe(1_010_000);
    thin.release(1_009_999);
    expect(sent).toHaveLength(101);
    thin.release(1_010_000);
    expect(bytes(sent).at(-1)).toEqual(at(7));
    expect([sent.length, thin.dueUs]).toEqual([102, undefined]);
  });

  test('each channel and each controller is thinned separately', () => {
    const { sent, thin } = thinning();
    for (const status of [0xb0, 0xb1]) for (const controller of [1, 2]) thin.take(event(0, status, controller, 9));
    expect(sent).toHaveLength(4);
  });

  test.each([
    ['notes', [0x90, 60, 1]],
    ['programs', [0xc0, 3]],
    ['banks', [0xb0, 0, 1]],
    ['data entry', [0xb0, 6, 1]],
    ['parameter numbers', [0xb0, 101, 0]],
    ['channel modes', [0xb0, 123, 0]],
    ['pedal-ups', [0xb0, 64, 0]],
  ])('%s passes immediately, every single event', (_name, data) => {
    const { sent, thin } = thinning();
    for (let turn = 0; turn < 50; turn++) thin.take(event(0, ...data));
    expect(sent).toHaveLength(50);
  });

  test('a waiting value goes before the next note of its channel, but not of another channel', () => {
    const { sent, thin } = thinning();
    thin.take(event(0, 0xe0, 0, 1));
    thin.take(event(1, 0xe0, 0, 2));
    thin.take(event(2, 0x91, 60, 1));
    thin.take(event(3, 0x90, 60, 1));
    expect(bytes(sent)).toEqual([
      [0xe0, 0, 1],
      [0x91, 60, 1],
      [0xe0, 0, 2],
      [0x90, 60, 1],
    ]);
    // Times never decrease, which messages do not allow.
    expect(sent.map(({ timeUs }) => timeUs)).toEqual([0, 2_000, 2_000, 3_000]);
  });

  test(`notes keep their order and the last value of each controller arrives, for any events (seed ${seed})`, () => {
    const any = fc.record({
      gapMs: fc.integer({ min: 0, max: 8 }),
      kind: fc.constantFrom(0x90, 0xb0, 0xe0),
      channel: fc.integer({ min: 0, max: 2 }),
      value: fc.integer({ min: 0, max: 127 }),
    });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 400 }), (played) => {
        const { sent, thin } = thinning();
        let nowMs = 0;
        const events = played.map(({ gapMs, kind, channel, value }) => {
          nowMs += gapMs;
          return event(nowMs, kind | channel, 1, value);
        });
        for (const each of events) thin.take(each);
        thin.release(Number.POSITIVE_INFINITY);
        const notes = (all: readonly TimedEvent[]) => bytes(all).filter(([status = 0]) => status >> 4 === 9);
        expect(notes(sent)).toEqual(notes(events));
        const last = (all: readonly TimedEvent[]) => new Map(bytes(all).map(([status, , value]) => [status, value]));
        expect(last(sent)).toEqual(last(events));
        for (const status of [0xb0, 0xb1, 0xb2, 0xe0, 0xe1, 0xe2]) {
          const times = sent.filter(({ data }) => data[0] === status).map(({ timeUs }) => timeUs);
          // Ten values may go early because of notes; beyond that, 100 a second.
          const spanUs = (times.at(-1) ?? 0) - (times[0] ?? 0);
          expect(times.length).toBeLessThanOrEqual(spanUs / 10_000 + 12);
        }
        expect(sent.map(({ timeUs }) => timeUs)).toEqual(
          sent.map(({ timeUs }) => timeUs).toSorted((one, other) => one - other),
        );
      }),
      { seed },
    );
  });
});
