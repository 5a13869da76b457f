import { QueryCache, QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { CallError } from '../../contract/call-error.ts';

const retries = 3;
/** How often a request is repeated that was one too many, and the longest wait before, ms. */
const busy = { retries: 20, longestMs: 60_000 };

/** Until when the server takes no more requests from this device, ms since 1970; past or 0 if it takes them. */
export const useTooMany = create(() => ({ untilMs: 0 }));

/** Caches the server's data while screens show it. Hooks next to the screens request it. */
export function createQueries(): QueryClient {
  // A browser that thinks it is offline can still reach a server on its own network.
  const networkMode = 'always';
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => void (isOneTooMany(error) && waitForReset(error)) }),
    defaultOptions: {
      queries: {
        networkMode,
        staleTime: 5_000,
        retry: (count, error) => count < (isOneTooMany(error) ? busy.retries : retries) && mayHelp(error),
        retryDelay: (count, error) =>
          isOneTooMany(error) ? waitForReset(error) : Math.min(1_000 * 2 ** count, 30_000),
      },
      mutations: { networkMode },
    },
  });
}

/** True if the request did not get through, or was one too many. Any other refusal would only repeat. */
function mayHelp(error: unknown): boolean {
  return (error instanceof CallError && error.problem !== undefined) || isOneTooMany(error);
}

/** True if the server refused a request only because there were too many. */
export function isOneTooMany(error: unknown): error is CallError {
  return error instanceof CallError && error.problem === undefined && error.code === 'RATE_LIMIT_EXCEEDED';
}

/** Ms until the server takes requests again, which the screen says meanwhile. */
export function waitForReset(error: Pick<CallError, 'details'>): number {
  const waitMs = untilReset(error);
  useTooMany.setState({ untilMs: Date.now() + waitMs });
  return waitMs;
}

/** Ms until the server takes requests again. Its clock may differ from this device's. */
export function untilReset({ details }: Pick<CallError, 'details'>, nowMs = Date.now()): number {
  return Math.min(Math.max(1_000, (details.reset ?? 0) * 1_000 - nowMs), busy.longestMs);
}
