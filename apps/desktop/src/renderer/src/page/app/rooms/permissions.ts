import type { Participant, RoomInfo } from '@roomtone/sdk';
import type { Account } from '../../../contract/messages.ts';

/** The user's permissions in a room. The server checks the same rules against the current roles. */
export interface Permissions {
  /** May change, delete and transfer the room. */
  readonly mayManage: boolean;
  /** May kick, ban and mute participants and delete messages (room rules R13.1). */
  readonly mayModerate: boolean;
}

export const noPermissions: Permissions = { mayManage: false, mayModerate: false };

/** What decides about rights in a room. */
type RoomRights = Pick<RoomInfo, 'roomOwner' | 'roomType'>;

export function permissionsIn(room: RoomRights | undefined, account: Account | undefined): Permissions {
  if (room === undefined || account === undefined) return noPermissions;
  const mayManage = account.userId === room.roomOwner || account.roles.includes('admin');
  const isModerator = room.roomType !== 'private' && account.roles.includes('moderator');
  return { mayManage, mayModerate: mayManage || isModerator };
}

/** Why a participant cannot be moderated; undefined if they can (room rules R13.1, R13.2). */
export type DenialReason = 'not-moderator' | 'owner' | 'self' | undefined;

export function denialReason(
  room: RoomRights | undefined,
  account: Account | undefined,
  participant: Pick<Participant, 'userId' | 'guest'>,
): DenialReason {
  if (!permissionsIn(room, account).mayModerate) return 'not-moderator';
  if (participant.guest) return undefined;
  if (participant.userId === account?.userId) return 'self';
  const isOwner = participant.userId === room?.roomOwner;
  return isOwner && account?.roles.includes('admin') !== true ? 'owner' : undefined;
}
