import { RoomtoneError } from '@roomtone/protocol';
import { serviceMsIn, unixSecondsAt } from '../../application/service-time.ts';
import { joinRefused } from '../../domain/permissions.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { PasswordHasher } from '../../ports/password-hasher.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Identity } from '../../ports/tickets.ts';

const wrongAllowed = 5;
const windowMs = 60_000;

/** Checks room passwords and prevents guessing (room rules R2.7, R2.8). */
export class PasswordGate {
  readonly #deps: { readonly ephemeral: Ephemeral; readonly hasher: PasswordHasher; readonly clock: Clock };
  /** The running check for each room and visitor. The next one waits, so that parallel guesses are counted. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(deps: { ephemeral: Ephemeral; hasher: PasswordHasher; clock: Clock }) {
    this.#deps = deps;
  }

  /**
   * Resolves when the password is right or none is needed.
   * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason password; RATE_LIMIT_EXCEEDED for the rest of the minute in
   *   which the same user (or guest address) has given five wrong passwords for this room.
   */
  async pass(room: RoomRecord, identity: Identity, password: string): Promise<void> {
    const { passwordHash } = room;
    if (passwordHash === undefined) return;
    if (password === '') throw joinRefused('password');
    const who = identity.kind === 'guest' ? `address:${identity.address}` : `user:${identity.userId}`;
    const key = `room-password:${room.roomId}:${who}`;
    const before = this.#underWay.get(key) ?? Promise.resolve();
    const check = before.catch(() => {}).then(() => this.#check(key, passwordHash, password));
    this.#underWay.set(key, check);
    try {
      await check;
    } finally {
      if (this.#underWay.get(key) === check) this.#underWay.delete(key);
    }
  }

  async #check(key: string, passwordHash: string, password: string): Promise<void> {
    const { ephemeral, hasher, clock } = this.#deps;
    const lockedUntil = await ephemeral.get(`${key}:locked`);
    if (lockedUntil !== undefined) {
      throw new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many wrong passwords for this room.', {
        limit: wrongAllowed,
        reset: unixSecondsAt(clock, Number(lockedUntil)),
      });
    }
    if (await hasher.verify(passwordHash, password)) return;
    const { count, resetAt } = await ephemeral.increment(`${key}:wrong`, windowMs);
    if (count >= wrongAllowed) {
      const leftMs = Math.max(1, resetAt - clock.nowMs());
      await ephemeral.set(`${key}:locked`, String(serviceMsIn(clock, leftMs)), leftMs);
    }
    throw joinRefused('password');
  }
}
