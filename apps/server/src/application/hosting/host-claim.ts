import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { RoomtoneError } from '@roomtone/protocol';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { AuditRecorder } from '../../ports/audit-log.ts';
import type { Storage } from '../../ports/storage.ts';

export interface HostClaimDeps {
  readonly storage: Pick<Storage, 'hasAdmin' | 'userById' | 'setRoles'>;
  readonly audit: AuditRecorder;
}

/**
 * Makes the first user to open the link that the server printed at its start an admin, as long as there is none. An address would prove nothing: behind a proxy
 * everybody comes from this machine.
 */
export class HostClaim {
  readonly #deps: HostClaimDeps;
  #tokenHash: Buffer | undefined;

  constructor(deps: HostClaimDeps) {
    this.#deps = deps;
  }

  /** A token for the host, in place of the last one; undefined if there is an admin already. */
  async make(): Promise<string | undefined> {
    if (await this.#deps.storage.hasAdmin()) return undefined;
    const token = randomBytes(32).toString('base64url');
    this.#tokenHash = hashOf(token);
    return token;
  }

  /**
   * Makes the user an admin.
   * @throws {RoomtoneError} AUTHORIZATION_ERROR with the reason `host_link`.
   */
  async claim(
    token: string,
    { userId, address }: { readonly userId: string; readonly address: string },
  ): Promise<UserRecord> {
    const { storage, audit } = this.#deps;
    const expected = this.#tokenHash;
    if (expected === undefined || !timingSafeEqual(expected, hashOf(token))) throw refused();
    // Before anything is awaited: it works once.
    this.#tokenHash = undefined;
    const user = (await storage.hasAdmin()) ? undefined : await storage.userById(userId);
    if (user === undefined) throw refused();
    const roles = [...user.roles.filter((role) => role !== 'admin'), 'admin'];
    const admin = await storage.setRoles(userId, roles);
    if (admin === undefined) throw refused();
    const details = { roles, roles_before: [...user.roles] };
    audit.record({ kind: 'roles_changed', userId, byUserId: userId, address, details });
    return admin;
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function refused(): RoomtoneError {
  const words = 'This link has been used, or is not the last one that the server printed.';
  return new RoomtoneError('AUTHORIZATION_ERROR', words, { required: ['admin'], reason: 'host_link' });
}
