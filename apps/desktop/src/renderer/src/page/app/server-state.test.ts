import { expect, test } from 'vitest';
import { CallError } from '../../contract/call-error.ts';
import { createQueries, untilReset } from './server-state.ts';

const tooMany = (resetMs: number) =>
  new CallError({
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many requests.',
    details: { reset: Math.ceil(resetMs / 1_000) },
  });

test('a request that was one too many is repeated when the server takes requests again', async () => {
  const queries = createQueries();
  let asked = 0;
  const ask = queries.fetchQuery({
    queryKey: ['server'],
    queryFn: () => {
      asked += 1;
      return asked === 1 ? Promise.reject(tooMany(Date.now())) : Promise.resolve('here');
    },
    // Of the options, those of all queries count; fetchQuery() repeats only if told to.
    ...queries.getDefaultOptions().queries,
  });
  expect(await ask).toBe('here');
  expect(asked).toBe(2);
});

test('the wait is the server’s, but at least a second and at most a minute, whatever the clocks say', () => {
  const nowMs = 1_800_000_000_000;
  for (const [resetMs, waitMs] of [
    [nowMs + 7_000, 7_000],
    [nowMs - 3_600_000, 1_000],
    [nowMs + 3_600_000, 60_000],
  ] as const) {
    expect(untilReset(tooMany(resetMs), nowMs)).toBe(waitMs);
  }
});
