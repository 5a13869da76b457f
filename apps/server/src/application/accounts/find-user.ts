import { RoomtoneError } from '@roomtone/protocol';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { Awaitable } from '../../ports/awaitable.ts';

/** The form of ids and names: storage is not asked about anything else. */
const reference = /^[A-Za-z0-9_-]{1,64}$/;

/** True if the text can be an id or name. */
export function isReference(text: string): boolean {
  return reference.test(text);
}

interface Users {
  userByIdOrName(idOrName: string): Awaitable<UserRecord | undefined>;
}

/**
 * Finds a user by id or by name, ignoring the case of the name.
 * @throws {RoomtoneError} RESOURCE_NOT_FOUND.
 */
export async function findUser(storage: Users, idOrName: string): Promise<UserRecord> {
  const user = isReference(idOrName) ? await storage.userByIdOrName(idOrName) : undefined;
  if (user === undefined) throw userNotFound(idOrName);
  return user;
}

export function userNotFound(idOrName: string): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', 'There is no such user.', { user_id: idOrName.slice(0, 64) });
}
