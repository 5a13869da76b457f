// Who asks for something, and where they are.
import { RoomtoneError } from '@roomtone/protocol';
import type { RestrictionEnds } from '../../application/rooms/restriction-ends.ts';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import { avatarPath } from '../../domain/avatar-path.ts';
import { membersOnly, roomNotFound, type Visitor } from '../../domain/permissions.ts';
import type { Member } from '../../domain/room.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Identity } from '../../ports/tickets.ts';
import type { Asker } from '../delivery/seat.ts';
import type { RoomDirectory } from '../rooms/room-directory.ts';
import type { RoomHost } from '../rooms/room-host.ts';
import type { BlockLists } from '../social/block-lists.ts';
import { type Client, notInRoom } from './client.ts';

export interface AskingDeps {
  readonly storage: Pick<Storage, 'userById' | 'roomById' | 'banOf' | 'isAddressBanned' | 'guestBansOf' | 'muteOf'>;
  readonly restrictions: RestrictionEnds;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly rooms: RoomDirectory;
  readonly blocks: BlockLists;
}

/** Whoever comes in, before it is known what they may do inside. */
export type Newcomer = Omit<Visitor, 'blocks' | 'mute'>;

/** @throws {RoomtoneError} AUTHORIZATION_ERROR with reason not_in_room. */
export function inside(client: Client): { readonly host: RoomHost; readonly member: Member } {
  if (client.place.status === 'outside') throw notInRoom();
  return client.place;
}

/**
 * Name, picture and roles are read anew: what a ticket says of them may be as old as the connection.
 */
export async function newcomer({ storage }: AskingDeps, identity: Identity): Promise<Newcomer> {
  if (identity.kind === 'guest') {
    const { username, address } = identity;
    return { userId: '', username, avatarUrl: '', guest: true, roles: [], address };
  }
  const { userId } = identity;
  const user = await storage.userById(userId);
  const { username } = user ?? identity;
  const avatarUrl = avatarPath(user ?? identity);
  return { userId, username, avatarUrl, guest: false, roles: user?.roles ?? [], address: '' };
}

/**
 * Does something about the room that a client with an account is in. The room stays until it is done, whoever leaves
 * meanwhile.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest, and outside a room; ROOM_NOT_FOUND as holding() does.
 */
export async function aboutRoom(
  deps: AskingDeps,
  client: Client,
  requestId: number,
  act: (host: RoomHost, actor: RoomActor, asker: Asker) => Promise<void> | void,
): Promise<void> {
  const { host, member } = inside(client);
  const { identity } = client;
  if (identity.kind === 'guest') throw membersOnly();
  await holding(deps, host, async () => {
    const actor = await newcomer(deps, identity);
    host.checkOpen();
    await act(host, actor, { seat: client.connection, requestId, sender: member.participant.number });
  });
}

/**
 * Does something about a room that may be removed meanwhile, here or by another process. The room's host stays until it is
 * done.
 * @throws {RoomtoneError} ROOM_NOT_FOUND where the room is gone and that is why it failed; else what `act` throws.
 */
export async function holding(deps: AskingDeps, host: RoomHost, act: () => Promise<void>): Promise<void> {
  deps.rooms.hold(host);
  try {
    await act();
  } catch (error) {
    throw (await isGone(deps, host, error)) ? roomNotFound(host.record.roomId) : error;
  } finally {
    deps.rooms.release(host);
  }
}

async function isGone({ storage }: AskingDeps, host: RoomHost, error: unknown): Promise<boolean> {
  try {
    host.checkOpen();
  } catch {
    return true;
  }
  // Refusals are about the room that was there; storage is asked only where it may be why something broke.
  if (error instanceof RoomtoneError) return false;
  return (await storage.roomById(host.record.roomId).catch(() => host.record)) === undefined;
}
