import type { RoomtoneError } from '@roomtone/protocol';
import type { ListenerBudget, Moment } from '@roomtone/room';
import { type ByteBudget, budgetExceeded, budgetShares, type Spender } from './byte-budgets.ts';
import { serverLimits } from './server-limits.ts';

/** A command is refused where less than so much is left. */
const commandBytes = 256;

/** One count of bytes, which loses its limit over each window. On the note path: nothing is allocated. */
class Count {
  readonly key: string;
  readonly limit: number;
  readonly #windowUs: number;
  /** Participants or channels that count here. */
  users = 0;
  // Initialised with numbers, as in NoteQuota.
  #used = 0;
  #drainedUs = 0;
  #untold = 0;

  constructor(key: string, limit: number, windowUs: number) {
    this.key = key;
    this.limit = limit;
    this.#windowUs = windowUs;
  }

  usedAt(nowUs: number): number {
    const drained = ((nowUs - this.#drainedUs) * this.limit) / this.#windowUs;
    this.#used = Math.max(0, this.#used - Math.max(0, drained));
    this.#drainedUs = nowUs;
    return this.#used;
  }

  add(bytes: number, nowUs: number): void {
    this.#used = this.usedAt(nowUs) + bytes;
    this.#untold += bytes;
  }

  addElsewhere(bytes: number, nowUs: number): void {
    this.#used = this.usedAt(nowUs) + bytes;
  }

  takeUntold(): number {
    const untold = this.#untold;
    this.#untold = 0;
    return untold;
  }
}

/** The bytes because of one participant or channel, counted with those of the same person, room and address. */
export class ParticipantBytes implements ListenerBudget {
  readonly #budget: ByteBudget;
  readonly #own: Count;
  readonly #shared: readonly Count[];
  readonly #leave: () => void;

  constructor(budget: ByteBudget, [own, ...shared]: readonly [Count, ...Count[]], leave: () => void) {
    this.#budget = budget;
    this.#own = own;
    this.#shared = shared;
    this.#leave = leave;
  }

  /**
   * True if this many bytes are within all budgets. A person with half of their own budget left does not wait for the others', so that a few
   * who fill a room or a service silence only themselves.
   */
  has(bytes: number, nowUs: number): boolean {
    const used = this.#own.usedAt(nowUs);
    if (used + bytes > this.#own.limit) return used === 0;
    if (used + bytes <= this.#own.limit / 2) return true;
    for (const count of this.#shared) if (count.usedAt(nowUs) + bytes > count.limit) return false;
    return true;
  }

  /** Counts bytes that were sent, within the budgets or beyond them. */
  add(bytes: number, nowUs: number): void {
    this.#own.add(bytes, nowUs);
    for (const count of this.#shared) count.add(bytes, nowUs);
  }

  /** True for somebody who sends what always arrives, such as releases, at twice their budget: no player does. */
  isAbused(nowUs: number): boolean {
    return this.#own.usedAt(nowUs) > 2 * this.#own.limit;
  }

  /** The RATE_LIMIT_EXCEEDED for a command of somebody who has used up a budget; undefined if they have not. */
  refusal({ nowMs, nowUs }: Moment): RoomtoneError | undefined {
    if (this.has(commandBytes, nowUs)) return undefined;
    const beyond = (count: Count) => count.usedAt(nowUs) + commandBytes - count.limit;
    const over = beyond(this.#own) > 0 ? this.#own : (this.#shared.find((count) => beyond(count) > 0) ?? this.#own);
    const waitMs = (beyond(over) / over.limit) * serverLimits.byteBudgets[this.#budget].windowMs;
    return budgetExceeded(this.#budget, over.limit, Math.ceil((nowMs + Math.max(0, waitMs)) / 1000));
  }

  /** The participant has left. */
  leave(): void {
    this.#leave();
  }
}

/** All budgets of what listeners get (S38.4), or of another kind of bytes that come and go by the second. */
export class ListenerBytes {
  readonly #factor: number;
  readonly #budget: ByteBudget;
  readonly #counts = new Map<string, Count>();

  /** @param factor how many times the budgets apply. */
  constructor(factor = 1, budget: ByteBudget = 'toListeners') {
    this.#factor = factor;
    this.#budget = budget;
  }

  /** Somebody has come in who may be heard. Call leave() of what it returns when they leave. */
  enter(spender: Spender): ParticipantBytes {
    const counts = budgetShares(this.#budget, spender).map(({ key, limit }) => this.#count(key, limit * this.#factor));
    for (const count of counts) count.users++;
    return new ParticipantBytes(this.#budget, counts as [Count, ...Count[]], () => {
      for (const count of counts) count.users--;
    });
  }

  /** The bytes counted here since the last call, for the other processes. */
  takeUntold(): (readonly [key: string, bytes: number, limit: number])[] {
    return [...this.#counts.values()].flatMap((count) => {
      const bytes = count.takeUntold();
      return bytes > 0 ? [[count.key, bytes, count.limit] as const] : [];
    });
  }

  /** Another process has counted bytes. */
  addElsewhere(key: string, bytes: number, limit: number, nowUs: number): void {
    this.#count(key, limit).addElsewhere(bytes, nowUs);
  }

  /** Frees the memory of counts that nobody needs; changes no decision. */
  forgetIdle(nowUs: number): void {
    for (const [key, count] of this.#counts) {
      if (count.users === 0 && count.usedAt(nowUs) === 0) this.#counts.delete(key);
    }
  }

  #count(key: string, limit: number): Count {
    const count =
      this.#counts.get(key) ?? new Count(key, limit, serverLimits.byteBudgets[this.#budget].windowMs * 1000);
    this.#counts.set(key, count);
    return count;
  }
}
