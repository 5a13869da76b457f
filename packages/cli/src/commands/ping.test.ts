import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { pause } from './ping.ts';

test('a pause leaves no listener on the signal, and ends early when the signal says so', async () => {
  const stop = new AbortController();
  for (let count = 0; count < 12; count++) await pause(0, stop.signal);
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
  const longPause = pause(60_000, stop.signal);
  stop.abort();
  await longPause;
  await pause(60_000, stop.signal);
});
