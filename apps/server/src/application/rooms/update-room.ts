import { fromRest, roomSettings, validationError } from '@roomtone/protocol';
import type { UpdateRoomBody } from '@roomtone/protocol/rest';
import { checkManages, roomNotFound } from '@roomtone/room';
import type { Clock } from '../../ports/clock.ts';
import type { PasswordHasher } from '../../ports/password-hasher.ts';
import type { RoomChange, RoomRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import type { ByteBudgets } from '../byte-budgets.ts';
import { type RoomActor, roomFieldProblems } from './room-fields.ts';

export interface UpdateRoomDeps {
  readonly storage: Pick<Storage, 'roomById' | 'updateRoom' | 'deleteRoom'>;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly budgets: ByteBudgets;
}

type DeleteRoomDeps = Pick<UpdateRoomDeps, 'storage'>;

/**
 * Changes a room, for REST and WebSocket (S18.13); absent fields stay. The caller tells the participants. Fields that are not
 * changed are not checked, even if the actor's role no longer allows their values.
 * @throws {RoomtoneError} ROOM_NOT_FOUND; AUTHORIZATION_ERROR for anyone but the owner and admins; VALIDATION_ERROR with
 *   REST's field names; RATE_LIMIT_EXCEEDED with reason bytes (S38.1).
 */
export async function updateRoom(
  deps: UpdateRoomDeps,
  actor: RoomActor,
  roomId: string,
  body: UpdateRoomBody,
): Promise<RoomRecord> {
  await checkedRoom(deps, actor, roomId);
  const change = await roomChange(deps, actor, body);
  await deps.budgets.spend('settings', { personId: actor.userId, roomId }, Buffer.byteLength(JSON.stringify(body)));
  const updated = await deps.storage.updateRoom(roomId, change, deps.clock.nowMs());
  if (updated === undefined) throw roomNotFound(roomId);
  return updated;
}

/**
 * Deletes a room with its chat and bans. The caller removes the participants.
 * @throws {RoomtoneError} ROOM_NOT_FOUND; AUTHORIZATION_ERROR for anyone but the owner and admins.
 */
export async function deleteRoom(deps: DeleteRoomDeps, actor: RoomActor, roomId: string): Promise<void> {
  await checkedRoom(deps, actor, roomId);
  if (!(await deps.storage.deleteRoom(roomId))) throw roomNotFound(roomId);
}

async function checkedRoom(deps: DeleteRoomDeps, actor: RoomActor, roomId: string): Promise<void> {
  const room = await deps.storage.roomById(roomId);
  if (room === undefined) throw roomNotFound(roomId);
  checkManages(room, actor);
}

async function roomChange(deps: UpdateRoomDeps, actor: RoomActor, body: UpdateRoomBody): Promise<RoomChange> {
  const { max_users: maxUsers } = body;
  const roomName = body.room_name?.trim();
  const password = body.password ?? undefined;
  const settings = fromRest(roomSettings, body.settings);
  const problems = roomFieldProblems({ roomName, password, maxUsers, settings }, actor.roles);
  if (problems.length > 0) throw validationError(problems);
  return {
    ...(roomName === undefined ? {} : { roomName }),
    ...(body.password === undefined ? {} : { passwordHash: await passwordHash(deps, actor, password) }),
    ...(maxUsers === undefined ? {} : { maxUsers }),
    settings,
  };
}

async function passwordHash({ hasher }: UpdateRoomDeps, { userId }: RoomActor, password: string | undefined) {
  return password ? hasher.hash(password, { by: `user:${userId}` }) : null;
}
