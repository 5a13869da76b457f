import { type Room, RoomType } from '@roomtone/protocol';
import { describe, expect, it } from 'vitest';
import { hindrance, noPowers, powersIn } from './powers.ts';

// Only who owns it and who may come in matter here.
const room = (roomType: RoomType) => ({ roomOwner: 'mara', roomType }) as Room;
const account = (userId: string, ...roles: string[]) => ({ userId, username: userId, roles });
const member = (userId: string) => ({ userId, guest: false });

describe('who moderates', () => {
  it('R13.1, R9.3: is the owner, an admin, and in rooms that are not private a moderator', () => {
    for (const type of [RoomType.PUBLIC, RoomType.PRO, RoomType.PRIVATE]) {
      expect(powersIn(room(type), account('mara', 'member'))).toEqual({ manages: true, moderates: true });
      expect(powersIn(room(type), account('root', 'admin'))).toEqual({ manages: true, moderates: true });
      expect(powersIn(room(type), account('teo', 'member', 'pro'))).toEqual(noPowers);
      const isOpen = type !== RoomType.PRIVATE;
      expect(powersIn(room(type), account('ines', 'moderator'))).toEqual({ manages: false, moderates: isOpen });
      expect(powersIn(room(type), undefined)).toEqual(noPowers);
    }
  });

  it('R13.2: acts against nobody’s owner but as an admin, and never against themselves', () => {
    const open = room(RoomType.PUBLIC);
    expect(hindrance(open, account('teo'), member('ines'))).toBe('not-moderator');
    expect(hindrance(open, account('mara'), member('ines'))).toBeUndefined();
    expect(hindrance(open, account('mara'), member('mara'))).toBe('self');
    expect(hindrance(open, account('ines', 'moderator'), member('mara'))).toBe('owner');
    expect(hindrance(open, account('root', 'admin'), member('mara'))).toBeUndefined();
    expect(hindrance(open, account('mara'), { userId: '', guest: true })).toBeUndefined();
  });
});
