import { RoomtoneError } from '@roomtone/protocol';
import { serverLimits } from './server-limits.ts';

export type ByteBudget = keyof typeof serverLimits.byteBudgets;

/** The person who causes bytes to be kept or sent, and where. */
export interface Spender {
  /** A bot's owner, otherwise the user. */
  readonly personId: string;
  /** Undefined for what belongs to no room. */
  readonly roomId?: string | undefined;
  /** Undefined where it is not known any more. */
  readonly addressBlock?: string | undefined;
}

/** Bytes that are counted under one key. */
export interface BudgetShare {
  readonly key: string;
  readonly limit: number;
}

/** All counts that bytes of this kind go to: the person's, the room's, the address's and the service's. */
export function budgetShares(budget: ByteBudget, { personId, roomId, addressBlock }: Spender): readonly BudgetShare[] {
  const { ofPerson, ofRoom, ofAddress, ofService } = serverLimits.byteBudgets[budget];
  const shares = [{ key: `bytes ${budget} ${personId}`, limit: ofPerson }];
  if (roomId !== undefined) shares.push({ key: `bytes ${budget} in ${roomId}`, limit: ofRoom });
  if (addressBlock !== undefined) shares.push({ key: `bytes ${budget} at ${addressBlock}`, limit: ofAddress });
  shares.push({ key: `bytes ${budget}`, limit: ofService });
  return shares;
}

/** The RATE_LIMIT_EXCEEDED for bytes beyond a budget. @param reset Unix seconds. */
export function budgetExceeded(budget: ByteBudget, limit: number, reset: number): RoomtoneError {
  const details = { reason: 'bytes', budget, limit, reset } as const;
  return new RoomtoneError('RATE_LIMIT_EXCEEDED', 'That is too much data at once. Try again later.', details);
}
