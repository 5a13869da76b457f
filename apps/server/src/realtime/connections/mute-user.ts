import { type Mute, RoomtoneError, validationError } from '@roomtone/protocol';
import { checkModeratesUser } from '@roomtone/room';
import { includingEnded } from '../../application/rooms/restriction-ends.ts';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import { muteNow } from './join-room.ts';
import type { RoomOfConnectionDeps } from './room-of-connection.ts';

/** A user whom a moderation command is about. */
export type TargetUser = RoomActor & Pick<UserRecord, 'bot'>;

/** The part of a moderation command that muting needs. */
interface Muting {
  readonly deps: Pick<RoomOfConnectionDeps, 'restrictions'> & {
    readonly storage: Pick<Storage, 'muteOf' | 'setMute' | 'removeMute' | 'botsOf'>;
  };
  readonly room: LiveRoom;
  readonly actor: RoomActor;
  readonly by: number;
}

/** Mutes a user with their bots (room rules R13.7, R13.16). */
export async function mute(muting: Muting, user: TargetUser, requested: Mute | undefined): Promise<void> {
  checkModeratesUser(muting.room.record, muting.actor, user);
  const { chat = false, notes = false, seconds = 0 } = requested ?? {};
  if (!chat && !notes) throw validationError([{ field: 'mute', issue: 'must take chat, notes or both' }]);
  const { deps, room } = muting;
  const { roomId } = room.record;
  const { userId } = user;
  const until = deps.restrictions.begin({ kind: 'mute', roomId, userId }, seconds);
  const endsUs = deps.restrictions.endsUs({ kind: 'mute', roomId, userId }, until);
  await deps.storage.setMute({ roomId, userId, chat, notes, until });
  const held = await ownersMute(muting, user);
  await room.carryOut({ kind: 'muted', userId, mute: held ?? { chat, notes, endsUs }, by: muting.by });
}

/** The mute that a bot's owner has, which goes before the bot's own. */
async function ownersMute({ deps, room }: Muting, { bot }: TargetUser) {
  if (bot === undefined) return undefined;
  return muteNow(deps, room.record.roomId, { userId: bot.ownerId, personId: bot.ownerId });
}

/** Ends the mute of a user, and those of their bots. */
export async function unmute(muting: Muting, user: TargetUser): Promise<void> {
  const { deps, room, by } = muting;
  const { userId } = user;
  const { roomId } = room.record;
  const mute = await deps.storage.muteOf(roomId, userId, includingEnded);
  const held = mute !== undefined && deps.restrictions.holds({ kind: 'mute', roomId, userId }, mute.until);
  if (!((await deps.storage.removeMute(roomId, userId, includingEnded)) && held)) {
    throw resourceNotFound('They are not muted.', { user_id: userId });
  }
  if (user.bot === undefined) {
    for (const bot of await deps.storage.botsOf(userId))
      await deps.storage.removeMute(roomId, bot.user.userId, includingEnded);
  }
  await room.carryOut({ kind: 'muted', userId, mute: await ownersMute(muting, user), by });
}

export function resourceNotFound(message: string, details: Record<string, string | number>): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', message, details);
}
