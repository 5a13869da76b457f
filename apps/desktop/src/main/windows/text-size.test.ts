import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { TextSize } from '../../shared/app-settings.ts';
import { keepTextSize, nextTextSize } from './text-size.ts';

it('a page keeps its text size through loads and changes', () => {
  const factors: number[] = [];
  const contents = Object.assign(new EventEmitter(), { setZoomFactor: (factor: number) => void factors.push(factor) });
  let size: TextSize = 125;
  const { apply } = keepTextSize(contents as never, () => size);
  contents.emit('did-finish-load');
  size = 80;
  apply();
  expect(factors).toEqual([1.25, 0.8]);
});

it('text sizes end at 80 % and 200 %', () => {
  expect([nextTextSize(100, 1), nextTextSize(100, -1), nextTextSize(200, 1), nextTextSize(80, -1)]).toEqual([
    110, 90, 200, 80,
  ]);
});
