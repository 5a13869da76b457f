import { forEachEvent } from '@roomtone/protocol';
import { ChannelStates, relayedStartUs } from '@roomtone/room';
import { expect, test } from 'vitest';
import { BadFrames } from './bad-frames.ts';

const nowUs = 1_700_000_000_000_000;

test('R5.3: a start time near the clock is kept, one outside the window is limited, and 0 is now', () => {
  expect(relayedStartUs(nowUs - 5_000_000, nowUs)).toBe(nowUs - 5_000_000);
  expect(relayedStartUs(nowUs - 10_000_001, nowUs)).toBe(nowUs - 10_000_000);
  expect(relayedStartUs(1, nowUs)).toBe(nowUs - 10_000_000);
  expect(relayedStartUs(nowUs + 2_000_001, nowUs)).toBe(nowUs + 2_000_000);
  expect(relayedStartUs(0, nowUs)).toBe(nowUs);
});

function statesAfter(data: Uint8Array): ChannelStates {
  const states = new ChannelStates();
  forEachEvent(data, (status, first, second) => states.take(status, first, second));
  return states;
}

test('R5.6: the state is sent as bank, program, controllers, bend range and bend', () => {
  const states = statesAfter(
    Uint8Array.of(0xe2, 1, 70, 0xb2, 101, 0, 0xb2, 100, 0, 0xb2, 6, 12, 0xb2, 11, 90, 0xc2, 4, 0xb2, 32, 3, 0xb2, 0, 2),
  );
  const bytes: number[] = [];
  states.appendTo(bytes);
  const control = [0xb2, 0, 2, 0xb2, 32, 3, 0xc2, 4, 0xb2, 11, 90];
  const range = [0xb2, 101, 0, 0xb2, 100, 0, 0xb2, 6, 12, 0xb2, 101, 127, 0xb2, 100, 127];
  expect(bytes).toEqual([...control, ...range, 0xe2, 1, 70]);
});

test('R5.6: data entry for another parameter does not change the bend range', () => {
  const states = statesAfter(
    Uint8Array.of(0xb0, 101, 0, 0xb0, 100, 1, 0xb0, 6, 12, 0xb0, 101, 0, 0xb0, 100, 0, 0xb0, 99, 1, 0xb0, 6, 9),
  );
  const bytes: number[] = [];
  states.appendTo(bytes);
  expect(bytes).toEqual([]);
});

test('R5.6: a reset resets controllers and bend, and keeps volume, pan and program', () => {
  const states = statesAfter(
    Uint8Array.of(0xc0, 4, 0xb0, 1, 90, 0xb0, 7, 80, 0xb0, 11, 3, 0xb0, 64, 127, 0xe0, 5, 6, 0xb0, 121, 0),
  );
  const bytes: number[] = [];
  states.appendTo(bytes);
  expect(bytes).toEqual([0xc0, 4, 0xb0, 1, 0, 0xb0, 7, 80, 0xb0, 11, 127, 0xb0, 64, 0, 0xe0, 0, 0x40]);
});

test('R8.7: the 20th bad frame within 10 s is too many', () => {
  const quick = new BadFrames();
  const verdicts = Array.from({ length: 20 }, (_, index) => quick.add(1000 + index * 500));
  expect(verdicts.indexOf(true)).toBe(19);
  const slow = new BadFrames();
  for (let index = 0; index < 100; index++) expect(slow.add(1000 + index * 527)).toBe(false);
});
