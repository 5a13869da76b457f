import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { namesOf, RoomtoneError, serviceLimits } from '@roomtone/protocol';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { AuditRecorder } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { InvitationRecord, ListedInvitation } from '../../ports/invitation-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import { addressBlock } from '../address-block.ts';
import { KeyedTurns } from '../keyed-turns.ts';

/** The people who may make invitations that admit: owners of rooms and admins, admins alone, or nobody but the host. */
type InvitationRule = 'members' | 'admins' | 'off';

/** A user with their current roles. */
export interface Inviter {
  readonly userId: string;
  readonly roles: readonly string[];
}

export interface InvitationOptions {
  /** Where guests may listen with it; undefined: in every room that lets guests in. */
  readonly roomId?: string | undefined;
  readonly maxUses?: number | undefined;
  readonly seconds?: number | undefined;
}

/** An invitation as its holder sees it. */
export interface HeldInvitation extends ListedInvitation {
  /** False once it has admitted as many people as it may. */
  readonly hasPlaces: boolean;
}

export interface NewInvitation extends ListedInvitation {
  /** Nobody can read it again. */
  readonly token: string;
}

/** The acts that an invitation lets a guest do. */
export interface AdmittedGuest {
  readonly invitationId: string;
  /** The one room that the guest may join; undefined for any. */
  readonly roomId: string | undefined;
}

export interface InvitationsDeps {
  readonly storage: Pick<
    Storage,
    | 'roomById'
    | 'userById'
    | 'addInvitation'
    | 'invitationByToken'
    | 'invitations'
    | 'removeInvitation'
    | 'useInvitation'
    | 'createInvitedUser'
  >;
  readonly ephemeral: Ephemeral;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly audit: AuditRecorder;
  readonly rule: InvitationRule;
  /** Only invitations make accounts. */
  readonly isClosed: boolean;
  /** Its guests must not stay. */
  readonly onRevoked: (invitationId: string) => void;
}

const bounds = serviceLimits.invitations;

/** Invitations that admit their holders where registration is closed or guests are off (S29). */
export class Invitations {
  readonly #deps: InvitationsDeps;
  readonly #turns = new KeyedTurns();

  constructor(deps: InvitationsDeps) {
    this.#deps = deps;
  }

  /**
   * Makes an invitation of a user.
   * @throws {RoomtoneError} AUTHORIZATION_ERROR, also if there are too many; ROOM_NOT_FOUND.
   */
  async make(by: Inviter, options: InvitationOptions): Promise<NewInvitation> {
    const { storage, rule, isClosed, audit } = this.#deps;
    const isAdmin = by.roles.includes('admin');
    if (rule === 'off' || (rule === 'admins' && !isAdmin)) throw notAllowed(['admin']);
    const { roomId } = options;
    const room = roomId === undefined ? undefined : await storage.roomById(roomId);
    if (roomId !== undefined && room === undefined) {
      throw new RoomtoneError('ROOM_NOT_FOUND', 'There is no such room.', { room_id: roomId });
    }
    if (!isAdmin && room?.ownerId !== by.userId) throw notAllowed(['owner']);
    if (!isAdmin && isClosed && (await storage.userById(by.userId))?.invitedBy !== undefined) throw wereInvited();
    const record = newRecord(by.userId, options, this.#deps.clock.nowMs());
    const { ofOne, inAll } = bounds;
    if (!(await storage.addInvitation(record.invitation, { ofOne, inAll, replaceOldest: false }))) throw tooMany();
    const { invitationId } = record.invitation;
    const details = { invitation_id: invitationId, ...(roomId === undefined ? {} : { room_id: roomId }) };
    audit.record({ kind: 'invitation_made', userId: by.userId, details });
    return {
      ...record.invitation,
      token: record.token,
      madeByName: '',
      madeByDisplayName: '',
      roomName: room?.roomName ?? '',
    };
  }

  /** Their own and those to their rooms; admins see everybody's. */
  list(by: Inviter): Promise<readonly ListedInvitation[]> {
    return this.#deps.storage.invitations(this.#deps.clock.nowMs(), by.roles.includes('admin') ? undefined : by.userId);
  }

  /** @throws {RoomtoneError} RESOURCE_NOT_FOUND, also for somebody else's. */
  async revoke(by: Inviter, invitationId: string): Promise<void> {
    const { storage, audit, onRevoked } = this.#deps;
    const madeBy = by.roles.includes('admin') ? undefined : by.userId;
    if (!(await storage.removeInvitation(invitationId, madeBy))) {
      throw new RoomtoneError('RESOURCE_NOT_FOUND', 'There is no such invitation.');
    }
    audit.record({ kind: 'invitation_revoked', userId: by.userId, details: { invitation_id: invitationId } });
    onRevoked(invitationId);
  }

  /**
   * Lets a guest in. The first request from an address counts as one use, and lets that address in for a day.
   * @throws {RoomtoneError} AUTHORIZATION_ERROR with the reason `invitation`.
   */
  async admitGuest(token: string, address: string): Promise<AdmittedGuest> {
    const { storage, clock, ephemeral } = this.#deps;
    const tokenHash = hashOf(token);
    const key = admittedKey(tokenHash, address);
    // A page sends several requests at once, which are one visit.
    const invitation = await this.#turns.run(key, async () => {
      if ((await ephemeral.get(key)) !== undefined) return storage.invitationByToken(tokenHash, clock.nowMs());
      const used = await storage.useInvitation(tokenHash, clock.nowMs());
      if (used !== undefined) await ephemeral.set(key, '1', bounds.guestMs);
      return used;
    });
    if (invitation === undefined) throw refused();
    return { invitationId: invitation.invitationId, roomId: invitation.roomId };
  }

  /**
   * Creates an account with an invitation.
   * @throws {RoomtoneError} AUTHORIZATION_ERROR with the reason `invitation`.
   */
  async createUser(token: string, user: UserRecord): ReturnType<Storage['createUser']> {
    const created = await this.#deps.storage.createInvitedUser(user, hashOf(token), this.#deps.clock.nowMs());
    if ('refused' in created) throw refused();
    return created;
  }

  /**
   * Reads an invitation for its holder, which is no use of it.
   * @throws {RoomtoneError} as admitGuest().
   */
  async read(token: string, address: string): Promise<HeldInvitation> {
    const { storage, clock, ephemeral } = this.#deps;
    const tokenHash = hashOf(token);
    const invitation = await storage.invitationByToken(tokenHash, clock.nowMs());
    if (invitation === undefined) throw refused();
    const hasPlaces = invitation.uses < invitation.maxUses;
    if (!hasPlaces && (await ephemeral.get(admittedKey(tokenHash, address))) === undefined) throw refused();
    const { madeBy, roomId } = invitation;
    const [maker, room] = await Promise.all([
      madeBy === undefined ? undefined : storage.userById(madeBy),
      roomId === undefined ? undefined : storage.roomById(roomId),
    ]);
    return {
      ...invitation,
      hasPlaces,
      madeByName: maker?.username ?? '',
      madeByDisplayName: maker === undefined ? '' : namesOf(maker).displayName,
      roomName: room?.roomName ?? '',
    };
  }

  /** Finds out if an invitation still admits somebody. @throws {RoomtoneError} as createUser(). */
  async check(token: string): Promise<InvitationRecord> {
    const invitation = await this.#deps.storage.invitationByToken(hashOf(token), this.#deps.clock.nowMs());
    if (invitation === undefined || invitation.uses >= invitation.maxUses) throw refused();
    return invitation;
  }
}

/** Makes an invitation of the host. Of too many, the oldest ones end. @throws {RoomtoneError} if the server has too many. */
export async function inviteAsHost(
  { storage, clock }: { readonly storage: Pick<Storage, 'addInvitation'>; readonly clock: Pick<Clock, 'nowMs'> },
  options: InvitationOptions,
): Promise<{ readonly invitation: InvitationRecord; readonly token: string }> {
  const made = newRecord(undefined, options, clock.nowMs());
  const { ofOne, inAll } = bounds;
  if (!(await storage.addInvitation(made.invitation, { ofOne, inAll, replaceOldest: true }))) throw tooMany();
  return made;
}

function newRecord(
  madeBy: string | undefined,
  { roomId, maxUses = bounds.uses.default, seconds = bounds.seconds.default }: InvitationOptions,
  nowMs: number,
): { readonly invitation: InvitationRecord; readonly token: string } {
  const token = randomBytes(32).toString('base64url');
  const invitation = {
    invitationId: randomUUID(),
    tokenHash: hashOf(token),
    madeBy,
    roomId,
    uses: 0,
    maxUses,
    createdAt: nowMs,
    expiresAt: nowMs + seconds * 1000,
  };
  return { invitation, token };
}

/** Under which it is remembered that the invitation has admitted a guest at this address. */
function admittedKey(tokenHash: string, address: string): string {
  return `invited:${tokenHash}:${addressBlock(address)}`;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function refused(): RoomtoneError {
  return new RoomtoneError(
    'AUTHORIZATION_ERROR',
    'This invitation has ended or has no places left. Ask for another one.',
    { required: [], reason: 'invitation' },
  );
}

function notAllowed(required: readonly string[]): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'You may not make invitations that admit people here.', { required });
}

/** One level: otherwise one link of a room would open a closed server to everybody. */
function wereInvited(): RoomtoneError {
  const message = 'A member invited you to this server, so you cannot invite others. Ask an admin.';
  return new RoomtoneError('AUTHORIZATION_ERROR', message, { required: ['admin'], reason: 'invited' });
}

function tooMany(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'There are too many invitations. Revoke one first.', {
    required: [],
    reason: 'invitation_quota',
    limit: bounds.ofOne,
  });
}
