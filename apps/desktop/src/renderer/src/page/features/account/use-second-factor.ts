import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParts } from '../../app/app-parts.ts';

const secondFactorKey = ['second-factor'] as const;

/** The user's factors besides the password. */
export function useSecondFactor() {
  const { client } = useParts();
  return useQuery({ queryKey: secondFactorKey, queryFn: () => client.api.secondFactor.status() });
}

/** Reads it again after a change. */
export function useSecondFactorChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: secondFactorKey });
}
