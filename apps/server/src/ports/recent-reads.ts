import type { Awaitable } from './awaitable.ts';
import type { Storage } from './storage.ts';

/** The reads of Storage whose answers are remembered. */
export type RememberedAct = 'sessionById' | 'userById' | 'userByIdOrName' | 'profile' | 'roomById' | 'listRooms';

/**
 * Reads for answers that may be a moment old where another process writes; a remembered answer comes without a promise.
 * Decisions are made on Storage.
 */
export type RecentReads = {
  readonly [Act in RememberedAct]: (...args: Parameters<Storage[Act]>) => Awaitable<Awaited<ReturnType<Storage[Act]>>>;
};
