import { expect, test } from 'vitest';
import { loopTicks, segmentAt, stepTick, tickAt, tickTimeUs } from './loop-time.ts';
import { beatTimeUs } from './metronome.ts';

const first = { startTime: 1_000_000, playing: true, tick: 0, tempo: 120_000, pattern: 0 };
const second = { startTime: 3_000_000, playing: true, tick: 1_920, tempo: 60_000, pattern: 0 };

test('R21.7: a position is where its plan says, whatever the tempo was before', () => {
  const at = (timeUs: number) => {
    const segment = segmentAt([first, second], timeUs);
    return segment && tickAt(segment, timeUs);
  };
  expect([999_999, 1_000_000, 2_000_000, 3_000_000, 4_000_000].map(at)).toEqual([undefined, 0, 960, 1_920, 2_400]);
  expect(tickTimeUs(second, 480)).toBe(4_000_000);
});

test('R21.7: the beats of a loop fall on the beats of the metronome, also after hours', () => {
  for (const tempo of [20_000, 119_731, 120_000, 400_000]) {
    const segment = { ...first, tempo };
    for (const beat of [0, 1, 3, 17, 4_711, 100_000]) {
      expect(tickTimeUs(segment, 480 * beat)).toBe(beatTimeUs({ tempo, startTime: segment.startTime }, beat));
    }
  }
});

test('R21.7: a recorded loop is as long as its bars, a pattern as its steps', () => {
  const patterns = {
    ...{ channel: 9, bankMsb: 0, bankLsb: 0, program: 0, stepsPerBeat: 4, swing: 50, keys: [] },
    patterns: [
      { steps: 16, lanes: [] },
      { steps: 3, lanes: [] },
    ],
  };
  expect(loopTicks({ recorded: { bars: 3, beatsPerBar: 5, layers: [] } })).toBe(7_200);
  expect([0, 1, 2].map((pattern) => loopTicks({ patterns }, pattern))).toEqual([1_920, 360, 0]);
  expect(loopTicks({})).toBe(0);
});

test.each([
  [50, [0, 120, 240, 360, 480]],
  [66, [0, 158, 240, 398, 480]],
  [75, [0, 180, 240, 420, 480]],
])('R22.5: with swing %d, steps begin at %j', (swing, ticks) => {
  expect(ticks.map((_, step) => stepTick({ stepsPerBeat: 4, swing }, step))).toEqual(ticks);
});
