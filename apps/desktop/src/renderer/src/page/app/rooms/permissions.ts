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

/** The facts that decide about rights in a room. */
type RoomRights = Pick<RoomInfo, 'roomOwner' | 'roomType' | 'moderators'>;

export function permissionsIn(room: RoomRights | undefined, account: Account | undefined): Permissions {
  if (room === undefined || account === undefined) return noPermissions;
  const mayManage = account.userId === room.roomOwner || account.roles.includes('admin');
  const isNamed = room.moderators?.includes(account.userId) === true;
  const isModerator = isNamed || (room.roomType !== 'private' && account.roles.includes('moderator'));
  return { mayManage, mayModerate: mayManage || isModerator };
}

/** Why a participant cannot be moderated; undefined if they can (room rules R13.1, R13.2). */
export type DenialReason = 'not-moderator' | 'owner' | 'moderator' | 'self' | undefined;

export function denialReason(
  room: RoomRights | undefined,
  account: Account | undefined,
  participant: Pick<Participant, 'userId' | 'guest'>,
): DenialReason {
  const { mayModerate, mayManage } = permissionsIn(room, account);
  if (!mayModerate) return 'not-moderator';
  if (participant.guest) return undefined;
  if (participant.userId === account?.userId) return 'self';
  const isOwner = participant.userId === room?.roomOwner;
  if (isOwner) return account?.roles.includes('admin') === true ? undefined : 'owner';
  const isNamed = room?.moderators?.includes(participant.userId) === true;
  return isNamed && !mayManage ? 'moderator' : undefined;
}
