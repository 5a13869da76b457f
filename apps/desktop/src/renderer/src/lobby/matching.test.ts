import type { RoomEntry } from '@roomtone/protocol/rest';
import { describe, expect, it } from 'vitest';
import { matching } from './matching.ts';

const rooms = [
  { room_name: 'Étude club', room_owner_name: 'Jonas' },
  { room_name: 'Jam in D dorian', room_owner_name: 'Ifeoma' },
] as RoomEntry[];
const found = (text: string) => matching(rooms, text).map((room) => room.room_name);

describe('finding a room', () => {
  it('shows all while nothing is asked for', () => {
    expect(found('  ')).toHaveLength(2);
  });

  it('goes by name and owner, whatever the case and the accents', () => {
    expect(found('etude')).toEqual(['Étude club']);
    expect(found('IFEO')).toEqual(['Jam in D dorian']);
    expect(found('j')).toHaveLength(2);
    expect(found('polka')).toEqual([]);
  });
});
