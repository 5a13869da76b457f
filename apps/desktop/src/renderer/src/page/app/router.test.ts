import { describe, expect, it } from 'vitest';
import { pathTo, roomPath, routeOf } from './router.ts';

describe('addresses', () => {
  it('name a route and its parameters', () => {
    expect(routeOf('/')).toEqual({ name: 'lobby', params: {} });
    expect(routeOf('/practice/')).toEqual({ name: 'practice', params: {} });
    expect(routeOf('/rooms/AbC-_123')).toEqual({ name: 'room', params: { id: 'AbC-_123' } });
    expect(routeOf(roomPath('a b/ä'))).toEqual({ name: 'room', params: { id: 'a b/ä' } });
    expect(pathTo('practice')).toBe('/practice');
  });

  it('have no route otherwise', () => {
    for (const path of ['/rooms', '/rooms/', '/rooms/a/b', '/elsewhere']) expect(routeOf(path).name).toBe('not-found');
  });

  it('survive an invalid escape', () => {
    expect(routeOf('/rooms/%E0%A4%A')).toEqual({ name: 'room', params: { id: '%E0%A4%A' } });
  });
});
