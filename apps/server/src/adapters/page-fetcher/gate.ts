import { RoomtoneError } from '@roomtone/protocol';
import pLimit from 'p-limit';

/** The time was over before a place was free. Says nothing about the page, so it must not be cached as its answer. */
export class ServerBusy extends RoomtoneError {
  constructor() {
    super('RESOURCE_NOT_FOUND', 'Too many pages are being read now. Try again in a moment.');
  }
}

/**
 * Runs a job when a place is free; jobs wait in the order they came.
 * @throws {ServerBusy} if `signal` aborts while the job waits. A job that has started is left to finish.
 */
export type Gate = <T>(job: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** @param places how many jobs may run at the same time. */
export function createGate(places: number): Gate {
  const limit = pLimit(places);
  return (job, signal) =>
    new Promise((resolve, reject) => {
      let hasGivenUp = false;
      const giveUp = () => {
        hasGivenUp = true;
        reject(new ServerBusy());
      };
      const hasToWait = limit.activeCount + limit.pendingCount >= places;
      if (hasToWait && signal.aborted) return giveUp();
      if (hasToWait) signal.addEventListener('abort', giveUp, { once: true });
      void limit(async () => {
        signal.removeEventListener('abort', giveUp);
        // p-limit cannot take a job out of its queue, so the job of a caller that gave up is skipped here.
        if (hasGivenUp) return;
        try {
          resolve(await job());
        } catch (error) {
          reject(error);
        }
      });
    });
}

/** A gate for each address, as long as jobs of it run or wait. @param places of one address. */
export function createShares(places: number): (by: string) => Gate {
  const shares = new Map<string, { readonly gate: Gate; jobs: number }>();
  return (by) => async (job, signal) => {
    const share = shares.get(by) ?? { gate: createGate(places), jobs: 0 };
    shares.set(by, share);
    share.jobs++;
    try {
      return await share.gate(job, signal);
    } finally {
      share.jobs--;
      if (share.jobs === 0) shares.delete(by);
    }
  };
}
