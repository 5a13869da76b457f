import { expect, it } from 'vitest';
import type { Box } from '../drawing.ts';
import { systemsOf } from './systems.ts';

const bar = (left: number, top: number): Box => ({ left, top, width: 90, height: 80 });

it('bars side by side are one system, and the drawing is cut in the widest gap between two', () => {
  const boxes = [bar(10, 20), bar(100, 20), bar(10, 220), bar(100, 220)];
  // Words below the first system, and chords close above the second one.
  const ink = [
    [30, 90],
    [110, 130],
    [200, 215],
    [230, 290],
  ] as const;
  expect(systemsOf(boxes, ink, 400)).toEqual([
    { top: 0, bottom: 165 },
    { top: 165, bottom: 304 },
  ]);
});

it('where nothing is free between two systems, it is cut halfway', () => {
  expect(systemsOf([bar(10, 0), bar(10, 90)], [[0, 170]], 180)).toEqual([
    { top: 0, bottom: 85 },
    { top: 85, bottom: 174 },
  ]);
});
