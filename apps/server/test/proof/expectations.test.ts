import { expect, test } from 'vitest';
import { Expectations, type Outcome } from './expectations.ts';

test('proof: things that are missing, there twice, undone, never made or made only in half are noticed', async () => {
  const came = (outcome: Outcome) => async () => outcome;
  const expected = new Expectations();
  await expected.make('made', came('ok'));
  await expected.make('open', came('unknown'));
  await expected.make('refused', came('failed'));
  await expected.make('removed', came('ok'));
  await expected.remove('removed', came('ok'));
  await expected.make('asked', came('ok'));
  await expected.replace('asked', 'accepted', came('ok'));
  expect(expected.problems(['made', 'accepted'])).toEqual([]);
  expect(expected.problems(['made', 'accepted', 'open'])).toEqual([]);
  expect(expected.problems(['open', 'open', 'made', 'made', 'refused', 'removed', 'asked', 'foreign'])).toEqual([
    'made is there 2 times, not 1',
    'open is there 2 times, not 1',
    'refused is there 1 times, not 0',
    'removed is there 1 times, not 0',
    'asked is there 1 times, not 0',
    'accepted is missing',
    'foreign was never made',
  ]);
  expect(expected.counts).toEqual({ ok: 5, failed: 1, unknown: 1 });
});
