import { expect, test } from 'vitest';
import { noFilters, requestOf } from './audit-screen.tsx';

test('S25.3: empty filters ask for everything, and days are whole, also over the end of a month', () => {
  expect(requestOf(noFilters)).toEqual({});
  expect(requestOf({ kind: 'sign_in', user: ' ada ', from: '2026-11-29', to: '2026-11-30' })).toEqual({
    kind: 'sign_in',
    user: 'ada',
    from: new Date(2026, 10, 29).getTime(),
    to: new Date(2026, 11, 1).getTime(),
  });
});
