import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainedInvitationLink, limits } from '@roomtone/protocol';
import { fileNames } from '../../adapters/files/file-names.ts';
import { createSystemClock } from '../../adapters/system-clock.ts';
import { fingerprintOf } from '../../adapters/tls/certificate.ts';
import { type InvitationOptions, inviteAsHost } from '../../application/accounts/invitations.ts';
import { auditEntry } from '../../application/audit/audit-log.ts';
import type { Config } from '../../config/config.ts';
import type { InvitationRecord, ListedInvitation } from '../../ports/invitation-storage.ts';
import type { Settings } from '../chosen-database.ts';
import { networkUrls } from '../network-addresses.ts';
import { withStorage } from './with-storage.ts';

/** What the host can do with the invitations of a server. */
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

/** The link to the server of these settings, if they say where it is. */
function linkWith(config: Config, token: string): string | undefined {
  const { publicUrl, port, tls, dataDir } = config;
  if (publicUrl !== undefined) return `${publicUrl}/#token=${token}`;
  const scheme = tls.mode === 'off' ? 'http' : 'https';
  const servers = networkUrls(config, scheme, port).slice(0, limits.invitation.servers);
  if (servers.length === 0 || port === 0) return undefined;
  const fingerprint = tls.mode === 'auto' ? ownFingerprint(dataDir) : undefined;
  return explainedInvitationLink({ servers, fingerprint, roomId: undefined, name: undefined, token });
}

function ownFingerprint(dataDir: string): string | undefined {
  try {
    return fingerprintOf(new X509Certificate(readFileSync(join(dataDir, fileNames.tlsCertificate))));
  } catch {
    // It is made with the first start.
    return undefined;
  }
}
