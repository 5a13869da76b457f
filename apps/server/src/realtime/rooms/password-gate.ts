import { RoomtoneError, serviceLimits } from '@roomtone/protocol';
import { joinRefused } from '@roomtone/room';
import { KeyedTurns } from '../../application/keyed-turns.ts';
import { serviceMsIn, unixSecondsAt } from '../../application/service-time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { PasswordHasher } from '../../ports/password-hasher.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Identity } from '../../ports/tickets.ts';

/** Wrong passwords that are counted together. */
interface Row {
  readonly key: string;
  /** The number of wrong passwords that locks it for the rest of the window. */
  readonly wrong: number;
}

const { perVisitor, perAddress, perRoom, windowMs, knownMs } = serviceLimits.roomPasswordGuesses;

/** Checks room passwords and prevents guessing (room rules R2.7, R2.8, R2.16). */
export class PasswordGate {
  readonly #deps: { readonly ephemeral: Ephemeral; readonly hasher: PasswordHasher; readonly clock: Clock };
  /** Checks that count together for a visitor or an address run one after another, so that parallel guesses are counted. */
  readonly #turns = new KeyedTurns();

  constructor(deps: { ephemeral: Ephemeral; hasher: PasswordHasher; clock: Clock }) {
    this.#deps = deps;
  }

  /**
   * Resolves when the password is right or none is needed.
   * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason password; RATE_LIMIT_EXCEEDED for the rest of the minute in
   *   which too many wrong passwords came from this visitor, from the address, or for the room.
   */
  async pass(room: RoomRecord, identity: Identity, password: string): Promise<void> {
    const { roomId, passwordHash } = room;
    if (passwordHash === undefined) return;
    if (password === '') throw joinRefused('password');
    const visitor = identity.kind === 'guest' ? `address:${identity.address}` : `user:${identity.userId}`;
    const own = { key: `room-password:room:${roomId}:${visitor}`, wrong: perVisitor };
    const ofAddress = { key: `room-password:from:${identity.address}`, wrong: perAddress };
    const ofRoom = { key: `room-password:room:${roomId}`, wrong: perRoom };
    if (await this.#isExempt(room, identity, own)) {
      await this.#turns.run(own.key, () => this.#check(visitor, own, [own], { passwordHash, password }));
      return;
    }
    await this.#turns.run(own.key, () =>
      this.#turns.run(ofAddress.key, () =>
        this.#check(visitor, own, [own, ofAddress, ofRoom], { passwordHash, password }),
      ),
    );
  }

  /** Strangers' guesses must not keep out the owner and those who know the password. */
  async #isExempt({ ownerId }: RoomRecord, identity: Identity, own: Row): Promise<boolean> {
    if (identity.kind === 'user' && identity.userId === ownerId) return true;
    return (await this.#deps.ephemeral.get(`${own.key}:known`)) !== undefined;
  }

  async #check(
    visitor: string,
    own: Row,
    rows: readonly Row[],
    { passwordHash, password }: { readonly passwordHash: string; readonly password: string },
  ): Promise<void> {
    const { ephemeral, hasher, clock } = this.#deps;
    for (const { key, wrong } of rows) {
      const lockedUntil = await ephemeral.get(`${key}:locked`);
      if (lockedUntil === undefined) continue;
      throw new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many wrong passwords. Try again in a minute.', {
        limit: wrong,
        reset: unixSecondsAt(clock, Number(lockedUntil)),
      });
    }
    if (await hasher.verify(passwordHash, password, { by: visitor })) {
      await ephemeral.set(`${own.key}:known`, '1', knownMs);
      return;
    }
    for (const row of rows) await this.#countWrong(row);
    throw joinRefused('password');
  }

  async #countWrong({ key, wrong }: Row): Promise<void> {
    const { ephemeral, clock } = this.#deps;
    const { count, resetAt } = await ephemeral.increment(`${key}:wrong`, windowMs);
    if (count < wrong) return;
    const leftMs = Math.max(1, resetAt - clock.nowMs());
    await ephemeral.set(`${key}:locked`, String(serviceMsIn(clock, leftMs)), leftMs);
  }
}
