import { useQuery } from '@tanstack/react-query';
import { useParts } from '../../../app/app-parts.ts';

/** Where rooms' bans are kept among what the server knows. */
export const bansKey = ['bans'] as const;

/** Who may not come into a room; asked for anew whenever somebody looks. */
export function useBans(roomId: string) {
  const { client } = useParts();
  return useQuery({ queryKey: [...bansKey, roomId], queryFn: () => client.api.rooms.bans(roomId), staleTime: 0 });
}
