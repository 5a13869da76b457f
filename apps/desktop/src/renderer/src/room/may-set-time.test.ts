import { type Room, RoomType } from '@roomtone/protocol';
import { describe, expect, it } from 'vitest';
import { maySetTime } from './may-set-time.ts';

// Only who owns it and who may come in matter here.
const room = (roomType: RoomType) => ({ roomOwner: 'mara', roomType }) as Room;
const account = (userId: string, ...roles: string[]) => ({ userId, username: userId, roles });

describe('who may set the time', () => {
  it('R9.3: is the owner, an admin, and in rooms that are not private a moderator', () => {
    for (const type of [RoomType.PUBLIC, RoomType.PRO, RoomType.PRIVATE]) {
      expect(maySetTime(room(type), account('mara', 'member'))).toBe(true);
      expect(maySetTime(room(type), account('root', 'admin'))).toBe(true);
      expect(maySetTime(room(type), account('teo', 'member', 'pro'))).toBe(false);
      expect(maySetTime(room(type), account('ines', 'moderator'))).toBe(type !== RoomType.PRIVATE);
      expect(maySetTime(room(type), undefined)).toBe(false);
    }
  });
});
