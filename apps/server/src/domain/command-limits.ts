import { RoomtoneError, serviceLimits } from '@roomtone/protocol';
import type { Moment } from '@roomtone/room';
import { type ByteBudget, budgetExceeded, budgetShares, type Spender } from './byte-budgets.ts';
import { serverLimits } from './server-limits.ts';

/** Commands of one kind have one limit together. */
export type CommandKind = keyof typeof serviceLimits.commands;

/** The user or guest whose commands are counted together. */
export interface CommandSender {
  /** The user, on all connections together; for a guest the connection. */
  readonly id: string;
  readonly guest: boolean;
  /** The address block of the connection. */
  readonly addressBlock: string;
}

/**
 * Token buckets for commands, by kind: one for each sender, and a larger one for each address block (room rules R18). They gain
 * tokens evenly. A refused command takes none, so that a sender who exceeds a limit uses up nothing of their neighbours'.
 */
export class CommandLimits {
  readonly #factor: number;
  /**
   * When each bucket is full again, by kind and sender (service clock, µs). This one time tells how many tokens there are:
   * each that was taken puts it off by the time that one token needs.
   */
  readonly #fullUs = new Map<string, number>();
  /** Is called for each token that is taken here, with its bucket and the time that it puts the bucket off, µs. */
  onTaken: ((key: string, tokenUs: number) => void) | undefined;

  /** @param factor how many times the limits apply. */
  constructor(factor = 1) {
    this.#factor = factor;
  }

  /** Tokens were taken of the same bucket in another process of the service. */
  takenElsewhere(key: string, us: number, nowUs: number): void {
    this.#fullUs.set(key, Math.max(nowUs, this.#fullUs.get(key) ?? 0) + us);
  }

  /**
   * Counts one command.
   * @returns the refusal of a command over its limit: RATE_LIMIT_EXCEEDED with `limit` and `reset` (Unix seconds).
   */
  take(kind: CommandKind, sender: CommandSender, now: Moment): RoomtoneError | undefined {
    const { count, windowMs } = serviceLimits.commands[kind];
    const own = this.#bucket(`${kind} ${sender.id}`, count, windowMs, now.nowUs);
    const shared = this.#bucket(
      `${kind} at ${sender.addressBlock}`,
      count * serviceLimits.commandsOfAddressFactor,
      windowMs,
      now.nowUs,
    );
    const buckets = [own, shared];
    if (kind === 'join' && sender.guest) {
      const { count: joins, windowMs: joinsMs } = serverLimits.guestJoins;
      buckets.push(this.#bucket(`guests at ${sender.addressBlock}`, joins, joinsMs, now.nowUs));
    }
    const empty = buckets.find(({ waitUs }) => waitUs > 0);
    if (empty !== undefined) {
      const reset = Math.ceil((now.nowMs + empty.waitUs / 1000) / 1000);
      return new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many commands at once.', { limit: empty.limit, reset });
    }
    for (const { key, nextFullUs, tokenUs } of buckets) {
      this.#fullUs.set(key, nextFullUs);
      this.onTaken?.(key, tokenUs);
    }
    return undefined;
  }

  /**
   * Counts bytes that go to others (S38.1).
   * @returns the refusal beyond a budget: RATE_LIMIT_EXCEEDED with reason bytes.
   */
  spend(budget: ByteBudget, spender: Spender, bytes: number, now: Moment): RoomtoneError | undefined {
    const windowUs = serverLimits.byteBudgets[budget].windowMs * 1000;
    const shares = budgetShares(budget, spender).map(({ key, limit }) => {
      const costUs = Math.ceil((bytes * windowUs) / (limit * this.#factor));
      return { key, limit, costUs, aheadUs: Math.max(now.nowUs, this.#fullUs.get(key) ?? 0) - now.nowUs };
    });
    const empty = shares.find(({ aheadUs, costUs }) => aheadUs > 0 && aheadUs + costUs > windowUs);
    if (empty !== undefined) {
      const reset = Math.ceil((now.nowMs + (empty.aheadUs + empty.costUs - windowUs) / 1000) / 1000);
      return budgetExceeded(budget, empty.limit * this.#factor, reset);
    }
    for (const { key, costUs, aheadUs } of shares) {
      this.#fullUs.set(key, now.nowUs + aheadUs + costUs);
      this.onTaken?.(key, costUs);
    }
    return undefined;
  }

  /** Frees the memory of full buckets; changes no decision. */
  forgetIdle(nowUs: number): void {
    for (const [key, fullUs] of this.#fullUs) if (fullUs <= nowUs) this.#fullUs.delete(key);
  }

  #bucket(key: string, count: number, windowMs: number, nowUs: number) {
    const limit = count * this.#factor;
    // Whole numbers: sums of fractions would let a command more or less pass.
    const tokenUs = Math.floor((windowMs * 1000) / limit);
    const fullUs = Math.max(nowUs, this.#fullUs.get(key) ?? 0);
    return { key, limit, tokenUs, waitUs: fullUs - nowUs - tokenUs * (limit - 1), nextFullUs: fullUs + tokenUs };
  }
}
