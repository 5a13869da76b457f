import { useQuery } from '@tanstack/react-query';
import { useParts } from '../app-parts.ts';
import type { Invitation } from '../bridge.ts';
import { useAccount } from '../identity/account-store.ts';
import { invitationLinkTo } from './invitation-link.ts';
import { useServerView } from './use-server-view.ts';

/** Creates invitations to rooms of this server. @param token of an invitation that admits its holders. */
export function useInvitations(): (roomId: string, token?: string) => Invitation {
  const { bridge, client } = useParts();
  const server = useServerView();
  const isSignedIn = useAccount((state) => state.status === 'signed-in');
  // The addresses change when the host opens the server.
  const known = useQuery({
    queryKey: ['addresses'],
    queryFn: () => client.call('addresses', null),
    enabled: isSignedIn,
    staleTime: 0,
  }).data;
  return (roomId, token) => {
    const { link, isOnlyHere } = bridge.inviteTo(roomId);
    return invitationLinkTo({ link, isOnlyHere, roomId, fingerprint: server?.fingerprint ?? '', known, token });
  };
}
