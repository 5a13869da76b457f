import { describe, expect, it } from 'vitest';
import { pathTo, placeOf, roomPath } from './router.ts';

describe('addresses', () => {
  it('name a place, and what stands in them', () => {
    expect(placeOf('/')).toEqual({ name: 'lobby', params: {} });
    expect(placeOf('/practice/')).toEqual({ name: 'practice', params: {} });
    expect(placeOf('/rooms/AbC-_123')).toEqual({ name: 'room', params: { id: 'AbC-_123' } });
    expect(placeOf(roomPath('a b/ä'))).toEqual({ name: 'room', params: { id: 'a b/ä' } });
    expect(pathTo('practice')).toBe('/practice');
  });

  it('are nowhere otherwise', () => {
    for (const path of ['/rooms', '/rooms/', '/rooms/a/b', '/elsewhere']) expect(placeOf(path).name).toBe('nowhere');
  });

  it('survive a broken escape', () => {
    expect(placeOf('/rooms/%E0%A4%A')).toEqual({ name: 'room', params: { id: '%E0%A4%A' } });
  });
});
