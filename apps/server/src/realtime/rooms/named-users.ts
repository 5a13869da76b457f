// The users whom a room names: its moderators (S32.10) and its named players (room rules R23.4).
import { RoomtoneError, validationError } from '@roomtone/protocol';
import { userNotFound } from '../../application/accounts/find-user.ts';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import { checkManages } from '../../domain/permissions.ts';
import { serverLimits } from '../../domain/server-limits.ts';
import type { Storage } from '../../ports/storage.ts';
import type { LiveRoom } from './live-room.ts';
import type { RoomDirectory } from './room-directory.ts';

interface Naming {
  readonly deps: {
    readonly storage: Pick<Storage, 'setModerator' | 'setNamedPlayer'>;
    readonly rooms: Pick<RoomDirectory, 'update'>;
  };
  readonly room: LiveRoom;
  readonly actor: RoomActor;
}

/** The owner names or dismisses a moderator of the room. */
export async function setModerator(
  { deps, room, actor }: Naming,
  { userId }: RoomActor,
  isModerator: boolean,
): Promise<void> {
  const { record } = room;
  checkManages(record, actor);
  if (userId === record.ownerId) throw validationError([{ field: 'target', issue: 'must not be the owner' }]);
  if (record.moderatorIds.includes(userId) === isModerator) {
    if (isModerator) return;
    throw notNamed('They are not a moderator of this room.', userId);
  }
  const quota = serverLimits.moderatorsOfRoom;
  const changed = await deps.storage.setModerator(record.roomId, { userId, isModerator }, quota);
  if (changed === undefined) throw userNotFound(userId);
  if ('taken' in changed) throw tooMany('moderators', 'moderator_quota', quota);
  room.checkOpen();
  await deps.rooms.update(changed);
}

/** The owner or a moderator names a player of the room, or ends that. The caller has checked that they moderate it. */
export async function namePlayer({ deps, room }: Naming, { userId }: RoomActor, isNamed: boolean): Promise<void> {
  const { record } = room;
  if (record.playerIds.includes(userId) === isNamed) {
    if (isNamed) return;
    throw notNamed('They are not a named player of this room.', userId);
  }
  const quota = serverLimits.playersOfRoom;
  const changed = await deps.storage.setNamedPlayer(record.roomId, { userId, isNamed }, quota);
  if (changed === undefined) throw userNotFound(userId);
  if ('taken' in changed) throw tooMany('named players', 'player_quota', quota);
  room.checkOpen();
  await deps.rooms.update(changed);
}

function notNamed(message: string, userId: string): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', message, { user_id: userId });
}

function tooMany(what: string, reason: string, limit: number): RoomtoneError {
  const details = { required: [], reason, limit };
  return new RoomtoneError(
    'AUTHORIZATION_ERROR',
    `This room already has ${limit} ${what}, which is the limit.`,
    details,
  );
}
