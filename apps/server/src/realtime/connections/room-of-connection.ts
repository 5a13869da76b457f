// The room that a command is about, and the user who sent it.
import { namesOf, RoomtoneError } from '@roomtone/protocol';
import { accountRequired, type Participant, roomNotFound, type Visitor } from '@roomtone/room';
import type { RestrictionEnds } from '../../application/rooms/restriction-ends.ts';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import { type AdminSecondFactor, activeRoles } from '../../domain/active-roles.ts';
import { avatarPath } from '../../domain/avatar-path.ts';
import { personOf } from '../../domain/bot-scopes.ts';
import type { Clock } from '../../ports/clock.ts';
import { noPassword } from '../../ports/password-hasher.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Identity } from '../../ports/tickets.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { RoomDirectory } from '../rooms/room-directory.ts';
import type { BlockLists } from '../social/block-lists.ts';
import type { Connection } from './connection.ts';
import { notInRoom } from './connection-location.ts';

export interface RoomOfConnectionDeps {
  readonly storage: Pick<
    Storage,
    'userById' | 'roomById' | 'banOf' | 'bansOf' | 'isAddressBanned' | 'guestBansOf' | 'muteOf'
  >;
  readonly restrictions: RestrictionEnds;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly rooms: RoomDirectory;
  readonly blocks: BlockLists;
  readonly adminSecondFactor: AdminSecondFactor;
}

/** A visitor whose blocks and mute have not been read yet. */
export type Newcomer = Omit<Visitor, 'blocks' | 'mute'>;

/** @throws {RoomtoneError} AUTHORIZATION_ERROR with reason not_in_room. */
export function requireInside(connection: Connection): {
  readonly room: LiveRoom;
  readonly participant: Participant;
} {
  if (connection.location.status === 'outside') throw notInRoom();
  return connection.location;
}

/** Reads name, picture and roles from storage: those in the ticket may be as old as the connection. */
export async function loadNewcomer(
  { storage, adminSecondFactor }: RoomOfConnectionDeps,
  identity: Identity,
): Promise<Newcomer> {
  if (identity.kind === 'guest') {
    const { username, address } = identity;
    return {
      userId: '',
      personId: '',
      username,
      avatarUrl: '',
      guest: true,
      bot: false,
      roles: [],
      member: false,
      address,
    };
  }
  const { userId } = identity;
  const user = await storage.userById(userId);
  const avatarUrl = avatarPath(user ?? identity);
  const roles = user === undefined ? [] : activeRoles(user, adminSecondFactor);
  const member = user !== undefined && user.passwordHash !== noPassword;
  const personId = personOf(identity);
  const bot = identity.bot !== undefined;
  return { userId, personId, ...namesOf(user ?? identity), avatarUrl, guest: false, bot, roles, member, address: '' };
}

/**
 * Runs an action on the room that a user is in. The room is held until the action is done, even if everybody leaves.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest and outside a room; ROOM_NOT_FOUND as withRoomHeld() does.
 */
export async function withRoomOf(
  deps: RoomOfConnectionDeps,
  connection: Connection,
  requestId: number,
  action: (room: LiveRoom, actor: RoomActor & Newcomer, requester: Requester) => Promise<void> | void,
): Promise<void> {
  const { room, participant } = requireInside(connection);
  const { identity } = connection;
  if (identity.kind === 'guest') throw accountRequired();
  await withRoomHeld(deps, room, async () => {
    const actor = await loadNewcomer(deps, identity);
    room.checkOpen();
    await action(room, actor, { recipient: connection.socket, requestId, sender: participant.number });
  });
}

/**
 * Runs an action on a room that may be removed in the meantime, here or by another process. The live room is held until
 * the action is done.
 * @throws {RoomtoneError} ROOM_NOT_FOUND if the action failed because the room is gone; otherwise what `action` throws.
 */
export async function withRoomHeld<T>(
  deps: Pick<RoomOfConnectionDeps, 'storage' | 'rooms'>,
  room: LiveRoom,
  action: () => Promise<T>,
): Promise<T> {
  deps.rooms.hold(room);
  try {
    return await action();
  } catch (error) {
    throw (await isGone(deps, room, error)) ? roomNotFound(room.record.roomId) : error;
  } finally {
    deps.rooms.release(room);
  }
}

async function isGone(
  { storage }: Pick<RoomOfConnectionDeps, 'storage'>,
  room: LiveRoom,
  error: unknown,
): Promise<boolean> {
  try {
    room.checkOpen();
  } catch {
    return true;
  }
  // A refusal is about a room that existed. Only for other errors can a missing room be the cause, so storage is asked.
  if (error instanceof RoomtoneError) return false;
  return (await storage.roomById(room.record.roomId).catch(() => room.record)) === undefined;
}
