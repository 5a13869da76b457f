import { useQuery } from '@tanstack/react-query';
import { useParts } from '../../../app/app-parts.ts';

/** Query key of the lists of bans. */
export const bansKey = ['bans'] as const;

/** A room's bans, refetched each time they are shown. */
export function useBans(roomId: string) {
  const { client } = useParts();
  return useQuery({ queryKey: [...bansKey, roomId], queryFn: () => client.api.rooms.bans(roomId), staleTime: 0 });
}
