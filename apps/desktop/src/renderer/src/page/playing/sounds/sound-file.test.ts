import { expect, test } from 'vitest';
import { drumProgram } from '../../../contract/instruments.ts';
import { soundsOf } from './sound-file.ts';

const event = (...data: number[]) => ({ timeUs: 0, data: Uint8Array.from(data) });

test('only what is struck is loaded: keys of the piano with their velocities, and the other programs, by channel', () => {
  const tracks = [
    { program: 0, events: [event(0x90, 60, 80), event(0x90, 60, 0), event(0xc1, 40), event(0x91, 64, 100)] },
    { program: 73, events: [event(0x99, 36, 90), event(0xc0, 0), event(0x90, 72, 50)] },
    { program: 11, events: [event(0xb0, 7, 100)] },
  ];
  expect(soundsOf(tracks)).toEqual({
    programs: new Set([40, drumProgram]),
    strikes: [
      { key: 60, velocity: 80 },
      { key: 72, velocity: 50 },
    ],
  });
});
