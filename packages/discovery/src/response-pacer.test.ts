import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ResponsePacer } from './response-pacer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('R16.4: a query is answered within 120 ms, together with all queries that arrive meanwhile', () => {
  const send = vi.fn();
  const pacer = new ResponsePacer(send);
  pacer.request();
  pacer.request();
  expect(send).not.toHaveBeenCalled();
  vi.advanceTimersByTime(120);
  expect(send).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('R16.4: it sends at most once a second, however many queries arrive (RFC 6762, 6)', () => {
  const send = vi.fn();
  const pacer = new ResponsePacer(send);
  for (let elapsedMs = 0; elapsedMs < 10_000; elapsedMs += 50) {
    pacer.request();
    vi.advanceTimersByTime(50);
  }
  expect(send.mock.calls.length).toBeGreaterThan(5);
  expect(send.mock.calls.length).toBeLessThanOrEqual(10);
});

test('R16.4: news is sent twice, and nothing is sent after it was stopped', () => {
  const send = vi.fn();
  const pacer = new ResponsePacer(send);
  pacer.request(2);
  vi.advanceTimersByTime(10_000);
  expect(send).toHaveBeenCalledTimes(2);
  pacer.request(2);
  pacer.cancel();
  vi.advanceTimersByTime(10_000);
  expect(send).toHaveBeenCalledTimes(2);
});
