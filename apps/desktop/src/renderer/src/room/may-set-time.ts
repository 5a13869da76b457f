import { type Room, RoomType } from '@roomtone/protocol';
import type { Account } from '../connection/messages.ts';

/** Whether the server would let somebody set a room's metronome and playout: its owner, admins, in open rooms moderators (room rules R9.3). */
export function maySetTime(room: Room, account: Account | undefined): boolean {
  if (account === undefined) return false;
  if (account.userId === room.roomOwner || account.roles.includes('admin')) return true;
  return room.roomType !== RoomType.PRIVATE && account.roles.includes('moderator');
}
