import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nothingLoaded, usePlayback } from '../features/playback/playback-store.ts';
import { useRoom } from '../features/room/room-store.ts';
import { noSheet, useSheet } from '../features/sheets/sheet-store.ts';
import { followScreenUse } from './screen-in-use.ts';

const inside = { room: { roomId: 'r' } } as unknown as ReturnType<typeof useRoom.getState>;

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  useRoom.setState(useRoom.getInitialState(), true);
  usePlayback.setState(nothingLoaded);
  useSheet.setState(noSheet);
  vi.useRealTimers();
});

it('the screen is in use in a room while notes sound and for three minutes after, and while a file runs or a sheet is open', () => {
  const kept: boolean[] = [];
  let sound = () => {};
  followScreenUse(
    (listener) => {
      sound = listener;
    },
    (isOn) => kept.push(isOn),
  );
  sound();
  expect(kept, 'outside a room').toEqual([]);
  vi.advanceTimersByTime(180_000);
  useRoom.setState(inside);
  expect(kept, 'a silent room').toEqual([]);

  sound();
  vi.advanceTimersByTime(179_000);
  sound();
  vi.advanceTimersByTime(179_000);
  expect(kept).toEqual([true]);
  vi.advanceTimersByTime(1_000);
  expect(kept).toEqual([true, false]);

  usePlayback.setState({ isPlaying: true });
  usePlayback.setState({ isPlaying: false });
  // The sheet's own content does not matter.
  useSheet.setState({ sheet: { name: 'Study' } as ReturnType<typeof useSheet.getState>['sheet'] });
  useRoom.setState({ room: undefined });
  expect(kept).toEqual([true, false, true, false, true, false]);
});
