import { issues, validationError } from '@roomtone/protocol';
import type { UserRecord } from '../../ports/account-storage.ts';
import { noPassword, type PasswordHasher } from '../../ports/password-hasher.ts';
import { passwordRequired } from './registration.ts';

/**
 * Checks the password of a user who is signed in, before something that outlasts the sign-in. An account without one needs none.
 * @throws {RoomtoneError} VALIDATION_ERROR on `password`.
 */
export async function confirmPassword(
  hasher: Pick<PasswordHasher, 'verify'>,
  { userId, passwordHash }: Pick<UserRecord, 'userId' | 'passwordHash'>,
  password: string | undefined,
): Promise<void> {
  if (passwordHash === noPassword) return;
  if (password === undefined) throw validationError([{ field: 'password', ...passwordRequired }]);
  if (await hasher.verify(passwordHash, password, { by: `user:${userId}` })) return;
  throw validationError([{ field: 'password', ...issues.wrong }]);
}
