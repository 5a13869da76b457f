import type { ServerView } from '@roomtone/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParts } from '../app-parts.ts';

/** The server's description of itself, and how people can join; undefined while it is unknown. */
export function useServerView(): ServerView | undefined {
  return useServerQuery().data;
}

/** The same, with why it is not known yet. */
export function useServerQuery() {
  const { client } = useParts();
  return useQuery({ queryKey: ['server'], queryFn: () => client.call('server', null), staleTime: 60_000 });
}
