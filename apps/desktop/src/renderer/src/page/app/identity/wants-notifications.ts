import type { ProfileView } from '@roomtone/sdk';
import type { QueryClient } from '@tanstack/react-query';
import { profileKey } from './use-profile.ts';

/** True if the user wants notifications; also true while that is unknown. */
export function wantsNotifications(queries: QueryClient): boolean {
  return queries.getQueryData<ProfileView>(profileKey)?.settings.notifications ?? true;
}
