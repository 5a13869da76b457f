import { useParts } from '../app-parts.ts';
import type { Invitation } from '../bridge.ts';
import { useServerView } from './use-server-view.ts';
import { withKey } from './with-key.ts';

/** Creates invitations to rooms of this server. */
export function useInvitations(): (roomId: string) => Invitation {
  const { bridge } = useParts();
  const server = useServerView();
  return (roomId) => {
    const invite = bridge.inviteTo(roomId);
    return { ...invite, link: withKey(invite.link, server?.fingerprint ?? '') };
  };
}
