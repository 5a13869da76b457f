import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Voice } from './voice.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('R16.4: who asks is answered within 120 ms, and all who ask meanwhile at once', () => {
  const say = vi.fn();
  const voice = new Voice(say);
  voice.speak();
  voice.speak();
  expect(say).not.toHaveBeenCalled();
  vi.advanceTimersByTime(120);
  expect(say).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(say).toHaveBeenCalledTimes(1);
});

test('R16.4: however often it is asked, it speaks at most once a second (RFC 6762, 6)', () => {
  const say = vi.fn();
  const voice = new Voice(say);
  for (let elapsedMs = 0; elapsedMs < 10_000; elapsedMs += 50) {
    voice.speak();
    vi.advanceTimersByTime(50);
  }
  expect(say.mock.calls.length).toBeGreaterThan(5);
  expect(say.mock.calls.length).toBeLessThanOrEqual(10);
});

test('R16.4: what is new is said twice, and nothing after it was hushed', () => {
  const say = vi.fn();
  const voice = new Voice(say);
  voice.speak(2);
  vi.advanceTimersByTime(10_000);
  expect(say).toHaveBeenCalledTimes(2);
  voice.speak(2);
  voice.hush();
  vi.advanceTimersByTime(10_000);
  expect(say).toHaveBeenCalledTimes(2);
});
