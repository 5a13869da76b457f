import { describe, expect, it } from 'vitest';
import { placeOf, roomPath } from './router.ts';

describe('addresses', () => {
  it('name a room by its id', () => {
    expect(placeOf('/room/AbC-_123')).toEqual({ name: 'room', roomId: 'AbC-_123' });
    expect(placeOf('/room/AbC/')).toEqual({ name: 'room', roomId: 'AbC' });
    expect(placeOf(roomPath('a b'))).toEqual({ name: 'room', roomId: 'a b' });
  });

  it('are the lobby otherwise', () => {
    for (const path of ['/', '/room', '/room/', '/room/a/b', '/elsewhere']) expect(placeOf(path).name).toBe('lobby');
  });

  it('survive a broken escape', () => {
    expect(placeOf('/room/%E0%A4%A')).toEqual({ name: 'room', roomId: '%E0%A4%A' });
  });
});
