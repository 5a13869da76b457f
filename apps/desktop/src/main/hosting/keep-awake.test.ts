import { describe, expect, it } from 'vitest';
import { KeepAwake } from './keep-awake.ts';

describe('keeping awake', () => {
  it('lasts while a window is playing and the setting allows it', () => {
    const blocking = new Set<number>();
    let lastId = 0;
    let isWanted = true;
    const keep = new KeepAwake(
      {
        start: () => {
          lastId++;
          blocking.add(lastId);
          return lastId;
        },
        stop: (id) => blocking.delete(id),
      },
      () => isWanted,
    );
    keep.playing(1, true);
    keep.playing(1, true);
    expect(blocking.size).toBe(1);
    keep.playing(2, true);
    keep.playing(1, false);
    expect(blocking.size).toBe(1);
    isWanted = false;
    keep.update();
    expect(blocking.size).toBe(0);
    isWanted = true;
    keep.update();
    expect(blocking.size).toBe(1);
    keep.playing(2, false);
    expect(blocking.size).toBe(0);
  });
});
