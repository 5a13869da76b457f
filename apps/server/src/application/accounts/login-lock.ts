import { createHash } from 'node:crypto';
import { limits, RoomtoneError } from '@roomtone/protocol';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import { KeyedTurns } from '../keyed-turns.ts';
import { serviceMsIn, unixSecondsAt } from '../service-time.ts';

/** Failures are remembered for this long: names that are not tried again must not be kept forever. */
const rememberedMs = 60 * 60_000;

export interface LoginLockDeps {
  readonly ephemeral: Ephemeral;
  readonly clock: Clock;
}

/** Prevents guessing of passwords, from any number of addresses (S10.10). */
export interface LoginLock {
  /**
   * Tries a sign-in; `attempt` resolves with undefined if it fails. Ten failures in a row for one account, or for one name
   * without an account, lock it for 60 s; a success resets the count. Attempts for one account wait for each other, so that
   * simultaneous guesses are counted, too.
   * @throws {RoomtoneError} RATE_LIMIT_EXCEEDED while it is locked; `attempt` is not called then.
   */
  try<T>(
    login: { readonly name: string; readonly user: UserRecord | undefined },
    attempt: () => Promise<T | undefined>,
  ): Promise<T | undefined>;
}

export function createLoginLock({ ephemeral, clock }: LoginLockDeps): LoginLock {
  const { failures, lockMs } = limits.loginLock;
  const turns = new KeyedTurns();

  return {
    try(login, attempt) {
      const key = keyOf(login);
      const failed = `${key}:failed`;
      const locked = `${key}:locked`;
      return turns.run(key, async () => {
        const lockedUntil = await ephemeral.get(locked);
        if (lockedUntil !== undefined) throw tooManyFailures(unixSecondsAt(clock, Number(lockedUntil)));
        const result = await attempt();
        if (result !== undefined) {
          await ephemeral.delete(failed);
          return result;
        }
        const { count } = await ephemeral.increment(failed, rememberedMs);
        if (count >= failures) {
          await ephemeral.set(locked, String(serviceMsIn(clock, lockMs)), lockMs);
          await ephemeral.delete(failed);
        }
        return undefined;
      });
    },
  };
}

/** An account has one lock, for its username and its email together. */
function keyOf({ name, user }: { name: string; user: UserRecord | undefined }): string {
  if (user !== undefined) return `login:user:${user.userId}`;
  return `login:name:${createHash('sha256').update(name.toLowerCase()).digest('base64url')}`;
}

function tooManyFailures(reset: number): RoomtoneError {
  const details = { limit: limits.loginLock.failures, reset };
  return new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many failed logins. Try again in a minute.', details);
}
