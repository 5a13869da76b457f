import type { PublicUserView } from '@roomtone/sdk';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useParts } from '../../../app/app-parts.ts';

/** Accounts rarely change. */
const staleMs = 10 * 60_000;

/** The public profile of a user; nothing is requested for a guest, whose id is "". */
export function usePerson(userId: string) {
  const { client } = useParts();
  const queryFn = userId === '' ? skipToken : (): Promise<PublicUserView> => client.api.users.get(userId);
  return useQuery({ queryKey: ['person', userId], queryFn, staleTime: staleMs });
}
