// The users whom a room names: its moderators (S32.10) and its named players (room rules R23.4).
import { type RefusalReason, RoomtoneError, validationError } from '@roomtone/protocol';
import { checkDismisses, checkManages } from '@roomtone/room';
import { userNotFound } from '../../application/accounts/find-user.ts';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
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

/** One of the lists of users that a room's record has. */
interface NamedUsers {
  readonly ids: readonly string[];
  readonly quota: number;
  /** The word for one of them, in errors. */
  readonly word: string;
  readonly quotaReason: RefusalReason;
  /** Resolves as Storage.setModerator() does. */
  store(): ReturnType<Storage['setModerator']>;
}

/** The owner names or dismisses a moderator of the room; the service's moderators may dismiss one, too. */
export async function setModerator(naming: Naming, { userId }: RoomActor, isModerator: boolean): Promise<void> {
  const { record } = naming.room;
  if (isModerator) checkManages(record, naming.actor);
  else checkDismisses(record, naming.actor);
  if (userId === record.ownerId) throw validationError([{ field: 'target', issue: 'must not be the owner' }]);
  const quota = serverLimits.moderatorsOfRoom;
  await setNamed(naming, userId, isModerator, {
    ids: record.moderatorIds,
    quota,
    word: 'moderator',
    quotaReason: 'moderator_quota',
    store: () => naming.deps.storage.setModerator(record.roomId, { userId, isModerator }, quota),
  });
}

/** The owner or a moderator names a player of the room, or ends that. The caller has checked that they moderate it. */
export async function namePlayer(naming: Naming, { userId }: RoomActor, isNamed: boolean): Promise<void> {
  const { record } = naming.room;
  const quota = serverLimits.playersOfRoom;
  await setNamed(naming, userId, isNamed, {
    ids: record.playerIds,
    quota,
    word: 'named player',
    quotaReason: 'player_quota',
    store: () => naming.deps.storage.setNamedPlayer(record.roomId, { userId, isNamed }, quota),
  });
}

async function setNamed({ deps, room }: Naming, userId: string, isNamed: boolean, users: NamedUsers): Promise<void> {
  if (users.ids.includes(userId) === isNamed) {
    if (isNamed) return;
    const details = { user_id: userId };
    throw new RoomtoneError('RESOURCE_NOT_FOUND', `They are not a ${users.word} of this room.`, details);
  }
  const changed = await users.store();
  if (changed === undefined) throw userNotFound(userId);
  if ('taken' in changed) throw tooMany(users);
  room.checkOpen();
  await deps.rooms.update(changed);
}

function tooMany({ word, quotaReason, quota }: NamedUsers): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', `This room already has ${quota} ${word}s, which is the limit.`, {
    required: [],
    reason: quotaReason,
    limit: quota,
  });
}
