import { expect, test } from 'vitest';
import { tokenProblems } from './design-tokens.mjs';

test('a distance, a radius, a height of a control and a size of type have names', () => {
  const css = [
    '.a {',
    '  gap: 10px;',
    '  margin: -8px 0 var(--space-16);',
    '  padding: 2px 40px;',
    '  border-radius: 50%;',
    '  border-start-start-radius: 9px;',
    '  font: 400 15px / 20px var(--sans);',
    '  min-height: 34px;',
    '  width: 34px;',
    '}',
  ];
  expect(tokenProblems(css.join('\n')).map((problem) => problem.split(';')[0])).toEqual([
    '2: gap has 10px',
    '3: margin has -8px',
    '6: border-start-start-radius has 9px',
    '7: font has 15px',
    '8: min-height has 34px',
  ]);
});

test('a side is named by the direction of the text', () => {
  const css = [
    '.a {',
    '  margin-left: auto;',
    '  padding-inline-end: 0;',
    '  border-top-right-radius: 0;',
    '  left: 50%;',
    '  padding: 0 1px var(--space-4) 2px;',
    '  margin: 0 1px 2px 1px;',
    '}',
  ];
  expect(tokenProblems(css.join('\n')).map((problem) => problem.split(';')[0])).toEqual([
    '2: margin-left',
    '4: border-top-right-radius',
    '6: padding differs left and right',
  ]);
});
