import { QueryClient } from '@tanstack/react-query';
import { CallError } from '../../contract/call-error.ts';

const retries = 3;

/** Caches the server's data while screens show it. Hooks next to the screens request it. */
export function createQueries(): QueryClient {
  // A browser that thinks it is offline can still reach a server on its own network.
  const networkMode = 'always';
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        staleTime: 5_000,
        retry: (count, error) => count < retries && isConnectionFailure(error),
      },
      mutations: { networkMode },
    },
  });
}

/** True if the request did not get through, so that a retry can help; a refusal would only repeat. */
function isConnectionFailure(error: unknown): boolean {
  return error instanceof CallError && error.problem !== undefined;
}
