import { expect, it } from 'vitest';
import { playwrightTimes, slowLines } from './slow-files.mjs';

it('adds up the attempts of all tests in a file of Playwright', () => {
  const spec = (...durations) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] });
  const report = {
    suites: [
      { title: 'a.spec.ts', specs: [spec(100, 50)], suites: [{ title: 'inner', specs: [spec(25)] }] },
      { title: 'b.spec.ts', specs: [spec(10)] },
    ],
  };
  expect(playwrightTimes(report)).toEqual([
    { file: 'a.spec.ts', ms: 175 },
    { file: 'b.spec.ts', ms: 10 },
  ]);
});

it('lists the slowest files first, the others in one line', () => {
  const times = [1200, 30_500, 400, 100].map((ms, index) => ({ file: `file-${index}`, ms }));
  expect(slowLines(times, 2)).toEqual([
    '   30.5 s  file-1',
    '    1.2 s  file-0',
    '    0.5 s  2 other files',
    expect.stringMatching(/^ {3}32\.2 s {2}together/),
  ]);
});
