import { describe, expect, test } from 'vitest';
import { Progress, timeText } from './progress.ts';

describe('progress', () => {
  test('is a bar that stays in place on a terminal, drawn at most ten times a second', () => {
    const { written, progress, clock } = aTarget(true);
    progress.show('one', 0.25);
    clock.nowMs = 50;
    progress.show('too soon', 0.3);
    clock.nowMs = 100;
    progress.show('two', 1);
    progress.end();
    progress.end();
    expect(written).toEqual([
      '\r[######..................]  25 % one\u001b[K',
      '\r[########################] 100 % two\u001b[K',
      '\n',
    ]);
  });

  test('never wraps on a narrow terminal', () => {
    const { written, progress } = aTarget(true, 20);
    progress.show('a text that is far too long', 0.5);
    expect(written[0]).toBe('\r[############......\u001b[K');
  });

  test('is a line every three seconds elsewhere', () => {
    const { written, progress, clock } = aTarget(false);
    for (const nowMs of [0, 1_000, 2_999, 3_000]) {
      clock.nowMs = nowMs;
      progress.show(`at ${nowMs}`, 0.5);
    }
    progress.end();
    expect(written).toEqual([' 50 % at 0\n', ' 50 % at 3000\n']);
  });

  test('has no percentage if the end is not known', () => {
    const { written, progress } = aTarget(false);
    progress.show('listening');
    expect(written).toEqual(['listening\n']);
  });
});

test('times are minutes and seconds', () => {
  expect([0, 59_999_999, 60_000_000, 3_600_000_000].map(timeText)).toEqual(['0:00', '0:59', '1:00', '60:00']);
});

function aTarget(isTTY: boolean, columns?: number) {
  const written: string[] = [];
  const clock = { nowMs: 0 };
  const target = { isTTY, ...(columns === undefined ? {} : { columns }), write: (text: string) => written.push(text) };
  return { written, clock, progress: new Progress(target, () => clock.nowMs) };
}
