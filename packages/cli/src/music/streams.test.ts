import { describe, expect, test } from 'vitest';
import { compareStreams, spreadOf } from '../../test/music/streams.ts';

const event = (timeUs: number, ...data: number[]) => ({ timeUs, data: Uint8Array.from(data) });
const sent = [event(0, 0x90, 60, 64), event(10, 0x90, 62, 64), event(20, 0x80, 60, 0)];

describe('comparing streams', () => {
  test('reports equal streams as equal, with the differences of their times', () => {
    const heard = sent.map(({ timeUs, data }) => ({ timeUs: timeUs + 3, data }));
    expect(compareStreams(sent, heard)).toEqual({ isSame: true, missing: 0, surplus: 0, differencesUs: [3, 3, 3] });
  });

  test('finds a lost event and its position', () => {
    expect(compareStreams(sent, sent.toSpliced(1, 1))).toEqual({
      isSame: false,
      firstDifference: { index: 1, sent: '90 3e 40', heard: '80 3c 00' },
      missing: 1,
      surplus: 0,
      differencesUs: [],
    });
  });

  test('finds a changed order even if no event is missing', () => {
    const [first = event(0), second = event(0), third = event(0)] = sent;
    expect(compareStreams(sent, [second, first, third])).toMatchObject({ isSame: false, missing: 0, surplus: 0 });
  });

  test('finds events that nobody sent', () => {
    const heard = [...sent, event(30, 0xb0, 64, 0)];
    expect(compareStreams(sent, heard)).toMatchObject({
      isSame: false,
      firstDifference: { index: 3, sent: 'nothing', heard: 'b0 40 00' },
      missing: 0,
      surplus: 1,
    });
  });

  test('distinguishes a note-on with velocity 0 from a note-off: it compares events, not their meaning', () => {
    expect(compareStreams([event(0, 0x90, 60, 0)], [event(0, 0x80, 60, 0)]).isSame).toBe(false);
  });
});

describe('the spread of numbers', () => {
  test('uses their absolute values', () => {
    expect(spreadOf([-5, 1, 2])).toEqual({ median: 2, p99: 5, max: 5 });
    expect(spreadOf(Array.from({ length: 100 }, (_, index) => index))).toEqual({ median: 50, p99: 99, max: 99 });
    expect(spreadOf([])).toEqual({ median: 0, p99: 0, max: 0 });
  });
});
