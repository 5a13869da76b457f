import { RoomtoneError } from '@roomtone/protocol';
import { serverLimits } from '../../domain/server-limits.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { PasswordHasher, PasswordWork } from '../../ports/password-hasher.ts';

const { each, windowMs } = serverLimits.passwordWork;

/** A hasher that limits how much work one user or guest address may cause (S10.15). @param factor how many times. */
export function limitPasswordWork(
  hasher: PasswordHasher,
  { ephemeral, factor }: { readonly ephemeral: Pick<Ephemeral, 'increment'>; readonly factor: number },
): PasswordHasher {
  const limit = each * factor;
  const count = async ({ by }: PasswordWork = {}) => {
    if (by === undefined) return;
    const { count: done, resetAt } = await ephemeral.increment(`password-work:${by}`, windowMs);
    if (done <= limit) return;
    throw new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many passwords. Try again in a minute.', {
      limit,
      reset: Math.ceil(resetAt / 1000),
    });
  };
  return {
    async hash(password, work) {
      await count(work);
      return hasher.hash(password, work);
    },
    async verify(hash, password, work) {
      await count(work);
      return hasher.verify(hash, password, work);
    },
  };
}
