import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParts } from '../../app/app-parts.ts';

const botsKey = ['bots'] as const;

/** The user's bots. */
export function useBots() {
  const { client } = useParts();
  return useQuery({ queryKey: botsKey, queryFn: () => client.api.bots.list() });
}

/** Reads them again after a change. */
export function useBotsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: botsKey });
}
