import { type ByteBudget, budgetExceeded, budgetShares, type Spender } from '../domain/byte-budgets.ts';
import { serverLimits } from '../domain/server-limits.ts';
import type { Ephemeral } from '../ports/ephemeral.ts';

/** Counts bytes that are kept, at all processes together (S38.1). */
export interface ByteBudgets {
  /** @throws {RoomtoneError} RATE_LIMIT_EXCEEDED with reason bytes; then nothing was counted. */
  spend(budget: ByteBudget, spender: Spender, bytes: number): Promise<void>;
}

/** @param factor how many times the budgets apply. */
export function createByteBudgets(ephemeral: Pick<Ephemeral, 'spend'>, factor = 1): ByteBudgets {
  return {
    async spend(budget, spender, bytes) {
      const counts = budgetShares(budget, spender).map(({ key, limit }) => ({ key, limit: limit * factor }));
      const over = await ephemeral.spend(counts, bytes, serverLimits.byteBudgets[budget].windowMs);
      if (over !== undefined) {
        throw budgetExceeded(budget, counts[over.index]?.limit ?? 0, Math.ceil(over.resetAt / 1000));
      }
    },
  };
}
