import { QueryClient } from '@tanstack/react-query';
import { CallError } from '../../contract/call-error.ts';

const retries = 3;

/** What the server knows, kept while screens look at it. Screens ask by hooks that stand beside them. */
export function createQueries(): QueryClient {
  // A browser that thinks it is offline may well reach a server on its own network.
  const networkMode = 'always';
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode, staleTime: 5_000, retry: (count, error) => count < retries && isOnTheWay(error) },
      mutations: { networkMode },
    },
  });
}

/** Whether the failure happened on the way to the server: a refusal would be the same again. */
export function isOnTheWay(error: unknown): boolean {
  return error instanceof CallError && error.problem !== undefined;
}
