import type { RoomInfo, RoomType } from '@roomtone/sdk';
import { describe, expect, it } from 'vitest';
import { denialReason, noPermissions, permissionsIn } from './permissions.ts';

// Permissions depend only on owner and type.
const room = (roomType: RoomType) => ({ roomOwner: 'mara', roomType }) as RoomInfo;
const account = (userId: string, ...roles: string[]) => ({ userId, username: userId, displayName: userId, roles });
const member = (userId: string) => ({ userId, guest: false });

describe('moderation permissions', () => {
  it('R13.1, R9.3: belong to the owner, admins and, except in private rooms, moderators', () => {
    for (const type of ['public', 'pro', 'private'] as const) {
      expect(permissionsIn(room(type), account('mara', 'member'))).toEqual({ mayManage: true, mayModerate: true });
      expect(permissionsIn(room(type), account('root', 'admin'))).toEqual({ mayManage: true, mayModerate: true });
      expect(permissionsIn(room(type), account('teo', 'member', 'pro'))).toEqual(noPermissions);
      const isOpen = type !== 'private';
      expect(permissionsIn(room(type), account('ines', 'moderator'))).toEqual({
        mayManage: false,
        mayModerate: isOpen,
      });
      expect(permissionsIn(room(type), undefined)).toEqual(noPermissions);
    }
  });

  it('R13.2: let only an admin act against the owner, and nobody against themselves', () => {
    const open = room('public');
    expect(denialReason(open, account('teo'), member('ines'))).toBe('not-moderator');
    expect(denialReason(open, account('mara'), member('ines'))).toBeUndefined();
    expect(denialReason(open, account('mara'), member('mara'))).toBe('self');
    expect(denialReason(open, account('ines', 'moderator'), member('mara'))).toBe('owner');
    expect(denialReason(open, account('root', 'admin'), member('mara'))).toBeUndefined();
    expect(denialReason(open, account('mara'), { userId: '', guest: true })).toBeUndefined();
  });

  it('S32.11: let those whom the owner has named moderate, in private rooms, too, but not each other', () => {
    const loft = { ...room('private'), moderators: ['teo', 'ines'] };
    expect(permissionsIn(loft, account('teo', 'member'))).toEqual({ mayManage: false, mayModerate: true });
    expect(denialReason(loft, account('teo'), member('bea'))).toBeUndefined();
    expect(denialReason(loft, account('teo'), member('ines'))).toBe('moderator');
    expect(denialReason(loft, account('teo'), member('mara'))).toBe('owner');
    expect(denialReason(loft, account('mara'), member('ines'))).toBeUndefined();
  });
});
