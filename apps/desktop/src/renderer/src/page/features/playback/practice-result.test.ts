import { beforeEach, expect, test } from 'vitest';
import { inTimeUs, type Outcome, PracticeResult, reachUs } from './practice-result.ts';

let result: PracticeResult;

beforeEach(() => {
  result = new PracticeResult();
});

/** A note of the piece; local time began a second earlier. */
const due = (timeUs: number, key: number, isWaitedFor = false) =>
  result.due({ timeUs, key, dueUs: timeUs + 1_000_000 }, isWaitedFor);
const press = (timeUs: number, key: number) => result.pressed(key, timeUs, timeUs + 1_000_000);
const outcomes = (): [number, number, Outcome][] =>
  result.notes.map(({ timeUs, key, outcome }) => [timeUs, key, outcome]);

test('a key pressed near its note is in time, early or late, up to the edge of its reach', () => {
  press(500_000 - inTimeUs, 60);
  due(500_000, 60);
  due(1_500_000, 62);
  press(1_500_000 + inTimeUs + 1, 62);
  press(2_500_000 - reachUs, 64);
  due(2_500_000, 64);
  expect(outcomes()).toEqual([
    [500_000, 60, 'right'],
    [1_500_000, 62, 'late'],
    [2_500_000, 64, 'early'],
  ]);
});

test('a note without a key was missed, and a key without a note was wrong, as soon as nothing can come for them', () => {
  due(0, 60);
  press(10_000, 61);
  result.settle(1_000_000 + reachUs);
  expect(outcomes()).toEqual([]);
  result.settle(1_010_001 + reachUs);
  expect(outcomes()).toEqual([
    [0, 60, 'missed'],
    [10_000, 61, 'wrong'],
  ]);
});

test('a passage is judged again each time it is played, and a jump forgets the notes that were still due', () => {
  due(0, 60);
  press(20_000, 59);
  result.settle(9_000_000);
  due(2_000_000, 67);
  result.goesOnAt(0);
  due(0, 60);
  press(0, 60);
  result.settle(90_000_000);
  expect(outcomes()).toEqual([[0, 60, 'right']]);
});

test('a note that the piece waits for is right whenever it comes, and wrong keys still count', () => {
  press(5_000_000, 61);
  press(5_000_000, 60);
  due(5_000_000, 60, true);
  result.settle(90_000_000);
  expect(outcomes()).toEqual([
    [5_000_000, 60, 'right'],
    [5_000_000, 61, 'wrong'],
  ]);
  result.clear();
  expect(outcomes()).toEqual([]);
});
