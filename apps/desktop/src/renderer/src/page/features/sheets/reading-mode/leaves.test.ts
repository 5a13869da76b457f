import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Block, type Book, following, leafIn, leavesOf, openedAt, turned } from './leaves.ts';

const systems = (count: number, height: number): Block[] =>
  Array.from({ length: count }, (_, index) => ({ top: index * height, bottom: (index + 1) * height }));

it('a leaf has as many whole systems as fit, and a system that is too high is made smaller', () => {
  expect(leavesOf(systems(5, 100), 250)).toEqual([
    { top: 0, bottom: 200, scale: 1 },
    { top: 200, bottom: 400, scale: 1 },
    { top: 400, bottom: 500, scale: 1 },
  ]);
  expect(leavesOf(systems(1, 500), 250)).toEqual([{ top: 0, bottom: 500, scale: 0.5 }]);
  expect(leavesOf([], 250)).toEqual([]);
});

it('a heading stays with the line below it', () => {
  const blocks = systems(4, 100).map((block, index) => (index === 1 ? { ...block, isHeading: true } : block));
  expect(leavesOf(blocks, 250).map(({ top, bottom }) => [top, bottom])).toEqual([
    [0, 100],
    [100, 300],
    [300, 400],
  ]);
});

it('every block is on exactly one leaf, in order, whatever the heights are', () => {
  const arbitrary = fc.tuple(
    fc.array(fc.record({ height: fc.integer({ min: 1, max: 900 }), isHeading: fc.boolean() }), { maxLength: 40 }),
    fc.integer({ min: 50, max: 1000 }),
  );
  fc.assert(
    fc.property(arbitrary, ([heights, height]) => {
      let top = 0;
      const blocks = heights.map(({ height: own, isHeading }) => {
        const block = { top, bottom: top + own, isHeading };
        top += own;
        return block;
      });
      const leaves = leavesOf(blocks, height);
      expect(leaves.reduce((sum, leaf) => sum + leaf.bottom - leaf.top, 0)).toBe(top);
      for (const { top: from, bottom, scale } of leaves)
        expect((bottom - from) * scale).toBeLessThanOrEqual(height + 0.1);
    }),
    { seed: 1, numRuns: 200 },
  );
});

const book = (change: Partial<Book>): Book => ({ leaves: 5, windows: 2, byHalf: true, ...change });

it('a half turn brings the next leaf where the one before was, and leaves the other in its place', () => {
  expect(turned(0, 1, book({}))).toBe(1);
  expect([leafIn(0, 0, 2), leafIn(1, 0, 2)]).toEqual([0, 1]);
  expect([leafIn(0, 1, 2), leafIn(1, 1, 2)]).toEqual([2, 1]);
  expect(turned(1, -1, book({}))).toBe(0);
});

it('a whole turn brings two new leaves, and nothing turns beyond the ends', () => {
  const whole = book({ byHalf: false });
  expect([turned(0, 1, whole), turned(2, 1, whole), turned(4, 1, whole)]).toEqual([2, 4, undefined]);
  expect([turned(2, -1, whole), turned(1, -1, whole), turned(0, -1, whole)]).toEqual([0, 0, undefined]);
  expect(turned(3, 1, book({}))).toBeUndefined();
});

it('with half turns the music always has the next leaf in sight; otherwise the page turns when it gets there', () => {
  expect(following(0, 1, true, book({}))).toBe(1);
  expect(following(0, 1, false, book({}))).toBe(0);
  expect(following(3, 4, true, book({}))).toBe(3);
  expect(following(3, 0, true, book({}))).toBe(0);
  expect(following(0, 1, true, book({ byHalf: false }))).toBe(0);
  expect(following(0, 3, true, book({ byHalf: false }))).toBe(2);
});

it('S34.8: a drawing that is divided again, such as beside the piano, stays open where it was, after half a turn, too', () => {
  expect(openedAt(1, book({}))).toBe(1);
  expect(openedAt(4, book({}))).toBe(3);
  expect(openedAt(3, book({ byHalf: false }))).toBe(2);
});
