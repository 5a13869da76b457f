import { explainedInvitationLink } from '@roomtone/protocol';
import { savedAddresses } from '../../adapters/files/addresses-file.ts';
import { createSystemClock } from '../../adapters/system-clock.ts';
import { type InvitationOptions, inviteAsHost } from '../../application/accounts/invitations.ts';
import { auditEntry } from '../../application/audit/audit-log.ts';
import type { Config } from '../../config/config.ts';
import type { InvitationRecord, ListedInvitation } from '../../ports/invitation-storage.ts';
import type { Settings } from '../chosen-database.ts';
import { withStorage } from './with-storage.ts';

/** The actions that the host can do with the invitations of a server. */
export interface HostInvitations {
  /** `link` is undefined if the server's address is not known here; `fragment` is the part of it after the `#`. */
  add(options: InvitationOptions): Promise<{
    readonly link: string | undefined;
    readonly fragment: string;
    readonly invitation: InvitationRecord;
  }>;
  list(): Promise<readonly ListedInvitation[]>;
  /** Resolves with false if there is none of this id. */
  revoke(invitationId: string): Promise<boolean>;
}

/**
 * Acts on the invitations of a server, also while it runs.
 * @throws as withStorage() does.
 */
export async function withInvitations(
  settings: Settings & { readonly config: Config },
  act: (invitations: HostInvitations) => Promise<void>,
): Promise<void> {
  const clock = createSystemClock();
  await withStorage(settings, false, (storage) => {
    const record = (kind: 'invitation_made' | 'invitation_revoked', invitationId: string) => {
      const details = { invitation_id: invitationId, by_command: true };
      return storage.addAuditEntries([auditEntry({ kind, details }, clock.nowMs())]);
    };
    return act({
      async add(options) {
        const { token, invitation } = await inviteAsHost({ storage, clock }, options);
        await record('invitation_made', invitation.invitationId);
        return { link: linkWith(settings.config, token), fragment: `token=${token}`, invitation };
      },
      list: () => storage.invitations(clock.nowMs()),
      async revoke(invitationId) {
        const isRevoked = await storage.removeInvitation(invitationId);
        if (isRevoked) await record('invitation_revoked', invitationId);
        return isRevoked;
      },
    });
  });
}

/** The link to the server, if it has been open to others and has no name of its own. */
function linkWith({ publicUrl, dataDir }: Config, token: string): string | undefined {
  if (publicUrl !== undefined) return `${publicUrl}/#token=${token}`;
  const saved = savedAddresses(dataDir);
  if (saved === undefined) return undefined;
  const { addresses: servers, fingerprint } = saved;
  const key = fingerprint ?? undefined;
  return explainedInvitationLink({ servers, fingerprint: key, roomId: undefined, name: undefined, token });
}
