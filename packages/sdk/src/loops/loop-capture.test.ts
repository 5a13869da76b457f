import type { TimedEvent } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { seededRandom } from '../../test/random.ts';
import { BarClock } from './bar-clock.ts';
import { barsAt, captured } from './loop-capture.ts';
import { passOf } from './loop-pass.ts';
import { stepTick } from './loop-time.ts';
import { tracksOfLoops } from './loop-tracks.ts';
import type { Loop, LoopContent, StepPatterns } from './loop-types.ts';
import { patternsFrom } from './pattern-import.ts';
import { passOfPattern } from './pattern-pass.ts';

const note = (timeUs: number, untilUs: number, key = 60, velocity = 90): TimedEvent[] => [
  { timeUs, data: Uint8Array.of(0x90, key, velocity) },
  { timeUs: untilUs, data: Uint8Array.of(0x80, key, 64) },
];
/** 120 bpm: a tick for each 1,041.7 µs. */
const tickOf = (timeUs: number) => (timeUs * 480) / 500_000;
const bar = 1920;
const shown = (events: ReturnType<typeof captured>) => events.map(({ tick, data }) => [tick, ...data]);

test('a note meant for the first beat counts although it is early, and what rings over the end is cut there', () => {
  const played = [...note(-40_000, 200_000), ...note(1_750_000, 2_300_000, 64)];
  expect(shown(captured(played, { tickOf, lengthTicks: bar }))).toEqual([
    [0, 0x90, 60, 90],
    [192, 0x80, 60, 64],
    [1680, 0x90, 64, 90],
    [1920, 0x80, 64, 64],
  ]);
});

test('a strike just before the end is the first one of the next time around, once', () => {
  const played = [...note(2_000, 100_000), ...note(1_990_000, 2_100_000)];
  expect(shown(captured(played, { tickOf, lengthTicks: bar })).filter(([, status]) => status === 0x90)).toEqual([
    [2, 0x90, 60, 90],
  ]);
});

test('a grid moves beginnings and keeps lengths, and a bar is overdubbed as often as it was played', () => {
  const played = [...note(130_000, 380_000), ...note(2_480_000, 2_600_000, 62)];
  expect(shown(captured(played, { tickOf, lengthTicks: bar, passes: 2, gridTicks: 120 }))).toEqual([
    [120, 0x90, 60, 90],
    [360, 0x80, 60, 64],
    [480, 0x90, 62, 90],
    [595, 0x80, 62, 64],
  ]);
});

test('a pedal that is down already, and a bend, are part of the recording', () => {
  const played: TimedEvent[] = [
    { timeUs: -900_000, data: Uint8Array.of(0xb0, 64, 127) },
    { timeUs: -800_000, data: Uint8Array.of(0xb0, 7, 100) },
    ...note(0, 500_000),
    { timeUs: 600_000, data: Uint8Array.of(0xe0, 0, 80) },
  ];
  const events = captured(played, { tickOf, lengthTicks: bar });
  expect(shown(events)).toEqual([
    [0, 0xb0, 64, 127],
    [0, 0x90, 60, 90],
    [480, 0x80, 60, 64],
    [576, 0xe0, 0, 80],
  ]);
  expect(shown([...passOf(events, bar).events]).slice(4)).toEqual([
    [bar, 0xb0, 64, 0],
    [bar, 0xe0, 0, 64],
  ]);
});

test.each([1, 2, 3, 4])(
  'whatever was played, each note begins in the loop, ends in it, and no key overlaps (seed %i)',
  (seed) => {
    const random = seededRandom(seed);
    for (let round = 0; round < 50; round++) {
      const played = Array.from({ length: 40 })
        .flatMap(() => {
          const timeUs = Math.round(-300_000 + random() * 6_000_000);
          return note(timeUs, Math.round(timeUs + random() * 3_000_000), 60 + Math.floor(random() * 4));
        })
        .sort((a, b) => a.timeUs - b.timeUs);
      const grid = random() < 0.5 ? {} : { gridTicks: 120 };
      const maxEvents = 10 + Math.floor(random() * 60);
      const events = captured(played, { tickOf, lengthTicks: bar, passes: 2, maxEvents, ...grid });
      expect(events.length).toBeLessThanOrEqual(maxEvents);
      const down = new Set<number>();
      for (const { tick, data } of events) {
        const [status = 0, key = 0] = data;
        expect(Number.isInteger(tick) && tick >= 0 && tick <= bar).toBe(true);
        expect(down.has(key)).toBe(status === 0x80);
        if (status === 0x80) down.delete(key);
        else down.add(key);
      }
      expect(down.size).toBe(0);
    }
  },
);

test('a recording that is ended at any time has whole bars, at least one', () => {
  expect([0, 900, 1919, 2800, 2900, 99_999].map((tick) => barsAt(tick, bar, 8))).toEqual([1, 1, 1, 1, 2, 8]);
});

test('bar lines and ticks follow a change of tempo', () => {
  const clock = new BarClock();
  expect(clock.barLineFrom(0)).toBeUndefined();
  clock.set({ bpm: 120, beatsPerBar: 4, running: true, startTimeUs: 1_000_000, beatsBefore: 0 }, 0);
  clock.set({ bpm: 60, beatsPerBar: 3, running: true, startTimeUs: 5_000_000, beatsBefore: 0 }, 2_000_000);
  expect([0, 1_000_000, 1_000_001, 4_999_999, 5_000_001].map((us) => clock.barLineFrom(us))).toEqual([
    1_000_000, 1_000_000, 3_000_000, 5_000_000, 8_000_000,
  ]);
  expect(clock.ticksBetween(4_000_000, 6_000_000)).toBe(1440);
  expect(clock.ticksBetween(6_000_000, 4_000_000)).toBe(-1440);
  expect(clock.afterTicks(4_000_000, 1440)).toBe(6_000_000);
  clock.set({ bpm: 60, beatsPerBar: 3, running: false, startTimeUs: 8_000_000, beatsBefore: 0 }, 6_000_000);
  expect(clock.barLineFrom(7_000_000)).toBeUndefined();
  expect([clock.runningAt(7_999_999)?.bpm, clock.runningAt(8_000_000)]).toEqual([60, undefined]);
});

const beat = (swing: number): StepPatterns => ({
  ...{
    kind: 'patterns' as const,
    channel: 9,
    bankMsb: 0,
    bankLsb: 0,
    program: 0,
    stepsPerBeat: 4,
    swing,
    keys: [36, 42],
  },
  patterns: [
    { steps: 16, lanes: [[100, 0, 0, 0, 0, 0, 90], new Array(16).fill(70)] },
    { steps: 12, lanes: [[100], [1, 0, 127]] },
  ],
});

test('swing makes every second step late, and a note ends with its step or where the next begins', () => {
  expect([0, 1, 2, 3].map((step) => stepTick(beat(50), step))).toEqual([0, 120, 240, 360]);
  expect([0, 1, 2, 3].map((step) => stepTick(beat(66), step))).toEqual([0, 158, 240, 398]);
  const hats = passOfPattern(beat(66), 0).events.filter(({ data }) => data[1] === 42);
  expect(shown(hats.slice(0, 6))).toEqual([
    [0, 0x99, 42, 70],
    [120, 0x89, 42, 64],
    [158, 0x99, 42, 70],
    [240, 0x89, 42, 64],
    [240, 0x99, 42, 70],
    [360, 0x89, 42, 64],
  ]);
});

const loopOf = (content: LoopContent): Loop => ({
  ...{
    slot: 0,
    revision: 1,
    userId: 'u',
    username: 'Mara',
    displayName: 'Mara',
    name: 'Beat',
    volume: 100,
    muted: false,
    plan: [],
  },
  content,
});

test.each([50, 57, 66, 75])('patterns that were exported come back as they were, with a swing of %i', (swing) => {
  const patterns = beat(swing);
  const tracks = tracksOfLoops([loopOf(patterns)], 97);
  expect(tracks.map(({ name }) => name)).toEqual(['Beat A', 'Beat B']);
  const limits = { maxSteps: 64, maxLanes: 16, maxPatterns: 4 };
  const back = patternsFrom(tracks, { usPerQuarter: 60e6 / 97, beatsPerBar: 1, stepsPerBeat: 4, ...limits });
  expect(back).toMatchObject({ channel: 9, keys: [36, 42], swing });
  const velocities = (steps: StepPatterns['patterns']) =>
    steps.map(({ lanes }) => lanes.map((lane) => Array.from({ length: 16 }, (_, step) => lane[step] ?? 0)));
  expect(velocities(back?.patterns ?? [])).toEqual(velocities(patterns.patterns));
});

test('the layers of a loop become tracks with channels of their own, each with its program', () => {
  const layer = { channel: 0, bankMsb: 0, bankLsb: 0 };
  const events = [
    { tick: 0, data: Uint8Array.of(0x90, 48, 80) },
    { tick: 240, data: Uint8Array.of(0x80, 48, 64) },
  ];
  const layers = [
    { ...layer, program: 33, events },
    { ...layer, program: 0, events },
  ];
  const tracks = tracksOfLoops([loopOf({ kind: 'recorded', bars: 1, beatsPerBar: 4, layers })], 120);
  expect(
    tracks.map((track) => [track.name, ...track.events.map(({ timeUs, data: bytes }) => [timeUs, ...bytes])]),
  ).toEqual([
    ['Beat 1 (Mara)', [0, 0xc0, 33], [0, 0x90, 48, 80], [250_000, 0x80, 48, 64]],
    ['Beat 2 (Mara)', [0, 0xc1, 0], [0, 0x91, 48, 80], [250_000, 0x81, 48, 64]],
  ]);
});
