import { defaultsOf, fromRest, limits, RoomtoneError, roomSettings, validationError } from '@roomtone/protocol';
import type { CreateRoomBody } from '@roomtone/protocol/rest';
import { mayUsePro } from '@roomtone/room';
import type { Clock } from '../../ports/clock.ts';
import type { RoomNews } from '../../ports/live-rooms.ts';
import type { PasswordHasher } from '../../ports/password-hasher.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import type { ByteBudgets } from '../byte-budgets.ts';
import { opaqueId } from '../opaque-id.ts';
import { type RoomActor, roomFieldProblems } from './room-fields.ts';

export interface CreateRoomDeps {
  readonly storage: Pick<Storage, 'createRoom'>;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly news: Pick<RoomNews, 'roomCreated'>;
  readonly budgets: ByteBudgets;
}

/**
 * Creates a room for REST and WebSocket alike (S18.4).
 * @throws {RoomtoneError} VALIDATION_ERROR with REST's field names; AUTHORIZATION_ERROR for a pro room without Pro and
 *   for one room too many; AUTHENTICATION_ERROR if the owner's account has been deleted; RATE_LIMIT_EXCEEDED with reason bytes (S38.1).
 */
export async function createRoom(deps: CreateRoomDeps, owner: RoomActor, body: CreateRoomBody): Promise<RoomRecord> {
  const isPro = mayUsePro(owner.roles);
  const roomType = body.room_type ?? 'public';
  const roomName = body.room_name.trim();
  const maxUsers = body.max_users ?? limits.maxUsers.default;
  const password = body.password ?? '';
  const settings = fromRest(roomSettings, body.settings);
  const problems = roomFieldProblems({ roomName, password, maxUsers, settings }, owner.roles);
  if (problems.length > 0) throw validationError(problems);
  if (roomType === 'pro' && !isPro) {
    throw new RoomtoneError('AUTHORIZATION_ERROR', 'Pro rooms need the Pro role.', { required: ['pro'] });
  }
  await deps.budgets.spend('settings', { personId: owner.userId }, Buffer.byteLength(JSON.stringify(body)));

  const now = deps.clock.nowMs();
  const quota = roomQuota(owner.roles);
  const result = await deps.storage.createRoom(
    {
      roomId: opaqueId(),
      roomName,
      ownerId: owner.userId,
      roomType,
      maxUsers,
      passwordHash: password === '' ? undefined : await deps.hasher.hash(password, { by: `user:${owner.userId}` }),
      settings: { ...defaultsOf(roomSettings), ...settings },
      createdAt: now,
      lastActivity: now,
    },
    quota,
  );
  if (result === undefined) throw accountGone();
  if ('taken' in result) throw tooManyRooms(quota, isPro);
  deps.news.roomCreated(result);
  return result;
}

/** The number of rooms that a user with these roles may own (S18.7). */
export function roomQuota(roles: readonly string[]): number {
  return mayUsePro(roles) ? limits.roomsOwned.pro : limits.roomsOwned.member;
}

/** The same code as for a request with the access token of a deleted account. */
function accountGone(): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', 'This account no longer exists.');
}

function tooManyRooms(quota: number, isPro: boolean): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', `You already own ${quota} rooms, which is the limit.`, {
    // Nothing lifts the bound of an account that is Pro already.
    required: isPro ? [] : ['pro'],
    reason: 'room_quota',
    limit: quota,
  });
}
