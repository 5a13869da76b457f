import type { PublicUserView } from '@roomtone/protocol/rest';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useParts } from '../../../app/app-parts.ts';

/** Accounts seldom change. */
const staleMs = 10 * 60_000;

/** What anybody sees of an account; nothing is asked for a guest's "". */
export function usePerson(userId: string) {
  const { client } = useParts();
  const queryFn = userId === '' ? skipToken : (): Promise<PublicUserView> => client.api.users.get(userId);
  return useQuery({ queryKey: ['person', userId], queryFn, staleTime: staleMs });
}
