import { createHash } from 'node:crypto';
import { limits, RoomtoneError } from '@roomtone/protocol';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import { KeyedTurns } from '../keyed-turns.ts';
import { serviceMsIn, unixSecondsAt } from '../service-time.ts';

/** How long failures are remembered: a name that nobody comes back to must not be kept for ever. */
const rememberedMs = 60 * 60_000;

export interface LoginLockDeps {
  readonly ephemeral: Ephemeral;
  readonly clock: Clock;
}

/** Keeps passwords from being guessed, wherever the guesses come from (S10.10). */
export interface LoginLock {
  /**
   * Tries a login; `attempt` resolves with undefined when it fails. Ten failures in a row for one account, or for one
   * name that has none, lock its login for 60 s; a success forgets them. Attempts for one account wait for one another:
   * guesses that come at once are counted like any.
   * @throws {RoomtoneError} RATE_LIMIT_EXCEEDED while it is locked; then nothing is tried.
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

/** An account has one lock, by whichever of its names it is called. */
function keyOf({ name, user }: { name: string; user: UserRecord | undefined }): string {
  if (user !== undefined) return `login:user:${user.userId}`;
  return `login:name:${createHash('sha256').update(name.toLowerCase()).digest('base64url')}`;
}

function tooManyFailures(reset: number): RoomtoneError {
  const details = { limit: limits.loginLock.failures, reset };
  return new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many failed logins. Try again in a minute.', details);
}
