import { defaultsOf, roomSettings } from '@roomtone/protocol';
import type { RoomRules, Visitor } from '../src/permissions.ts';

/** A user who wants to join a room. */
export function visitor(name: string, over: Partial<Visitor> = {}): Visitor {
  const account = {
    userId: `id-of-${name}`,
    personId: `id-of-${name}`,
    username: name,
    avatarUrl: `/avatars/${name}`,
    guest: false,
    bot: false,
    roles: ['member'],
    member: true,
  };
  return { ...account, address: '', blocks: new Set(), mute: undefined, ...over };
}

export function guestVisitor(username = 'Guest-0001', address = '192.0.2.1'): Visitor {
  return visitor(username, { userId: '', personId: '', avatarUrl: '', guest: true, roles: [], member: false, address });
}

/** The rules of a public room that forbid nothing, except as overridden. */
export function roomRules(
  over: Partial<Omit<RoomRules, 'settings'>> & { readonly settings?: Partial<RoomRules['settings']> } = {},
): RoomRules {
  const settings = { ...defaultsOf(roomSettings), ...over.settings };
  return {
    ownerId: 'id-of-olga',
    moderatorIds: [],
    playerIds: [],
    roomType: 'public',
    maxUsers: 20,
    ...over,
    settings,
  };
}
