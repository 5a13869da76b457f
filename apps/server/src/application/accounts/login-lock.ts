import { createHash } from 'node:crypto';
import { RoomtoneError, serviceLimits } from '@roomtone/protocol';
import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import { KeyedTurns } from '../keyed-turns.ts';
import { serviceMsIn, unixSecondsAt } from '../service-time.ts';

export interface LoginLockDeps {
  readonly ephemeral: Ephemeral;
  readonly clock: Clock;
  /** The key that is counted, apart from everything else; that of logins unless given. */
  readonly purpose?: string;
  readonly bounds?: typeof serviceLimits.loginLock | typeof serviceLimits.secondFactor.lock;
}

/** Prevents guessing of passwords without letting anybody lock others out (S10.10, S10.14). */
export interface LoginLock {
  /**
   * Tries a sign-in; `attempt` resolves with undefined if it fails. Failures in a row lock a name for one address, and many
   * more lock it for all addresses at which nobody has signed in by that name; a success resets the counts. They are counted
   * by the name as it was given, so that they do not show which email and which username belong together. Attempts that
   * count together wait for each other, so that simultaneous guesses are counted, too.
   * @param login.address the client's address block.
   * @param isDone false for results that neither count as failures nor end a row of them; all do unless given.
   * @throws {RoomtoneError} RATE_LIMIT_EXCEEDED while it is locked; `attempt` is not called then.
   */
  try<T>(
    login: { readonly name: string; readonly address: string },
    attempt: () => Promise<T | undefined>,
    isDone?: (result: T) => boolean,
  ): Promise<T | undefined>;
}

/** Failures that are counted together. */
interface Row {
  readonly key: string;
  /** The number of failures that locks it. */
  readonly failures: number;
}

export function createLoginLock(deps: LoginLockDeps): LoginLock {
  const { ephemeral, clock, purpose = 'login', bounds = serviceLimits.loginLock } = deps;
  const { failures, failuresAnywhere, lockMs, rememberedMs, knownMs } = bounds;
  const turns = new KeyedTurns();

  const refuseIfLocked = async (row: Row) => {
    const lockedUntil = await ephemeral.get(`${row.key}:locked`);
    if (lockedUntil === undefined) return;
    throw new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many failed logins. Try again later.', {
      limit: row.failures,
      reset: unixSecondsAt(clock, Number(lockedUntil)),
    });
  };
  const countFailure = async (row: Row) => {
    const { count } = await ephemeral.increment(`${row.key}:failed`, rememberedMs);
    if (count < row.failures) return;
    await ephemeral.set(`${row.key}:locked`, String(serviceMsIn(clock, lockMs)), lockMs);
    await ephemeral.delete(`${row.key}:failed`);
  };

  return {
    async try({ name, address }, attempt, isDone = () => true) {
      const anywhere = { key: keyOf(purpose, name), failures: failuresAnywhere };
      const here = { key: `${anywhere.key}:from:${address}`, failures };
      // Strangers' failures neither lock nor delay somebody at an address that is known.
      const isKnown = (await ephemeral.get(`${here.key}:known`)) !== undefined;
      const rows = isKnown ? [here] : [here, anywhere];
      return turns.run(isKnown ? here.key : anywhere.key, async () => {
        for (const row of rows) await refuseIfLocked(row);
        const result = await attempt();
        if (result === undefined) {
          for (const row of rows) await countFailure(row);
          return undefined;
        }
        if (!isDone(result)) return result;
        await ephemeral.set(`${here.key}:known`, '1', knownMs);
        for (const row of rows) await ephemeral.delete(`${row.key}:failed`);
        return result;
      });
    },
  };
}

/** Hashed, because a name may be long, and may be a password that was typed into the wrong field. */
function keyOf(purpose: string, name: string): string {
  return `${purpose}:${createHash('sha256').update(name.toLowerCase()).digest('base64url')}`;
}
