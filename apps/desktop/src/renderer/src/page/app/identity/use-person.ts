import type { PublicUserView } from '@roomtone/sdk';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useParts } from '../app-parts.ts';

/** Accounts rarely change. */
const staleMs = 10 * 60_000;

/** The public profile of a user, by id or username; nothing is requested for a guest, whose id is "". */
export function usePerson(user: string) {
  const { client } = useParts();
  const queryFn = user === '' ? skipToken : (): Promise<PublicUserView> => client.api.users.get(user);
  return useQuery({ queryKey: ['person', user], queryFn, staleTime: staleMs });
}
