import type { ServerView } from '@roomtone/protocol/rest';
import { useQuery } from '@tanstack/react-query';
import { useParts } from '../app-parts.ts';

/** Who the server says it is, and how it takes people in; undefined while that is not known. */
export function useServerView(): ServerView | undefined {
  const { client } = useParts();
  return useQuery({ queryKey: ['server'], queryFn: () => client.call('server', null), staleTime: 60_000 }).data;
}
