import type { ProfileView } from '@roomtone/protocol/rest';
import type { QueryClient } from '@tanstack/react-query';
import { profileKey } from './use-profile.ts';

/** Whether the player wants to be told of things that happen elsewhere; as long as nobody knows, yes. */
export function wantsNotices(queries: QueryClient): boolean {
  return queries.getQueryData<ProfileView>(profileKey)?.settings.notifications ?? true;
}
