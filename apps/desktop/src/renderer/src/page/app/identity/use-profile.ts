import type { ProfileView, UpdateProfileBody } from '@roomtone/sdk';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParts } from '../app-parts.ts';
import { useHasAccount } from './account-store.ts';

/** Query key of the user's profile. */
export const profileKey = ['profile'] as const;

/** The user's profile; guests have none. */
export function useProfile() {
  const { client } = useParts();
  const hasAccount = useHasAccount();
  return useQuery({ queryKey: profileKey, queryFn: hasAccount ? () => client.api.account.profile() : skipToken });
}

/** Updates parts of the user's profile. */
export function useUpdateProfile() {
  const { client } = useParts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: UpdateProfileBody) => client.api.account.update(change),
    onSuccess: (profile: ProfileView) => queries.setQueryData(profileKey, profile),
  });
}
