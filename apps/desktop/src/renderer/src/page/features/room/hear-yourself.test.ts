import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAudio } from '../../playing/sound/audio-store.ts';
import { hearYourself } from './hear-yourself.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  useAudio.setState({ status: 'waiting' });
});

test('a chord plays as soon as sound is on, ends by itself, and counts as heard', () => {
  const played: number[][] = [];
  const heard = vi.fn();
  hearYourself({ startWhenAllowed: () => {}, playOwn: (data) => void played.push([...data].slice(0, 2)) }, heard);
  useAudio.setState({ status: 'starting' });
  expect(played).toEqual([]);
  useAudio.setState({ status: 'on' });
  expect(heard).toHaveBeenCalledTimes(1);
  expect(played).toEqual([60, 64, 67].map((note) => [0x90, note]));
  useAudio.setState({ latencyMs: 5 });
  vi.advanceTimersByTime(5_000);
  expect(played.slice(3)).toEqual([60, 64, 67].map((note) => [0x80, note]));
  expect(heard).toHaveBeenCalledTimes(1);
});
