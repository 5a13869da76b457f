import { expect, test } from 'vitest';
import { maxZoom, moved, wholeCrop, zoomed, zoomOf } from './avatar-dialog.tsx';

const wide = { width: 400, height: 200 };

test('a picture is first cropped to its largest centred square', () => {
  expect(wholeCrop(wide)).toEqual({ x: 200, y: 100, side: 200 });
});

test('the square never leaves the picture, no matter how far it is dragged', () => {
  const crop = wholeCrop(wide);
  expect(moved(crop, -1_000, 50, wide)).toEqual({ x: 100, y: 100, side: 200 });
  expect(moved(crop, 1_000, 0, wide)).toEqual({ x: 300, y: 100, side: 200 });
  const corner = moved(zoomed(crop, 4, wide), 1_000, 1_000, wide);
  expect(corner).toEqual({ x: 375, y: 175, side: 50 });
  expect(zoomed(corner, 1, wide)).toEqual({ x: 300, y: 100, side: 200 });
});

test('zoom is bounded', () => {
  const crop = wholeCrop(wide);
  expect(zoomOf(zoomed(crop, 100, wide), wide)).toBe(maxZoom);
  expect(zoomOf(zoomed(crop, 0, wide), wide)).toBe(1);
});
