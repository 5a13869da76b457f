import { describe, expect, it } from 'vitest';
import { openingBounds } from './window-bounds.ts';

const main = { x: 0, y: 25, width: 1920, height: 1055 };
const right = { x: 1920, y: 0, width: 1280, height: 1024 };

describe('a window opens', () => {
  it('at the default size the first time, but no larger than the screen', () => {
    expect(openingBounds(null, [main])).toEqual({ width: 1440, height: 900 });
    expect(openingBounds(null, [{ x: 0, y: 0, width: 1280, height: 700 }])).toEqual({ width: 1280, height: 700 });
  });

  it('where it was, on any screen, even if part of it was off screen', () => {
    for (const last of [
      { x: 100, y: 100, width: 1200, height: 800 },
      { x: 2000, y: 50, width: 1000, height: 700 },
      { x: -600, y: 30, width: 1200, height: 800 },
    ]) {
      expect(openingBounds(last, [main, right])).toEqual(last);
    }
  });

  it('at a default position if its screen is gone or its title bar is out of reach', () => {
    expect(openingBounds({ x: 2000, y: 50, width: 1000, height: 700 }, [main])).toEqual({ width: 1000, height: 700 });
    expect(openingBounds({ x: 100, y: -200, width: 1000, height: 700 }, [main])).toEqual({ width: 1000, height: 700 });
    expect(openingBounds({ x: 1850, y: 50, width: 1000, height: 700 }, [main])).toEqual({ width: 1000, height: 700 });
  });
});
