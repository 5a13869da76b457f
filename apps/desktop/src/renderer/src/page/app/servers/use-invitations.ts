import { useQuery } from '@tanstack/react-query';
import { useParts } from '../app-parts.ts';
import type { Invitation } from '../bridge.ts';
import { useAccount } from '../identity/account-store.ts';
import { invitationLinkTo } from './invitation-link.ts';
import { useHostState } from './use-host-state.ts';
import { useServerView } from './use-server-view.ts';

/** How soon a link appears once the computer is on a network. */
const recheckMs = 2_000;

/** Creates invitations to this server, or to one of its rooms. @param token of an invitation that admits its holders. */
export function useInvitations(): (roomId: string | undefined, token?: string) => Invitation {
  const { bridge, client } = useParts();
  const server = useServerView();
  const isSignedIn = useAccount((state) => state.status === 'signed-in');
  // The addresses change when the host opens the server.
  const known = useQuery({
    queryKey: ['addresses'],
    queryFn: () => client.call('addresses', null),
    enabled: isSignedIn,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.addresses.length === 0 ? recheckMs : false),
  }).data;
  // For the bridge's link, which changes with it.
  useHostState(bridge.hosting);
  return (roomId, token) => {
    return invitationLinkTo({
      ...bridge.inviteTo(roomId),
      roomId,
      fingerprint: server?.fingerprint ?? '',
      known,
      token,
    });
  };
}
