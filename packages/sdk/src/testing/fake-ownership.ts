import { limits, namesOf, OwnershipOfferState, RoomtoneError, validationError } from '@roomtone/protocol';
import type { Timers } from '../environment.ts';
import type { FakeAccount } from './fake-accounts.ts';
import type { FakeConnection } from './fake-connection.ts';
import type { FakeRoom } from './fake-room.ts';

/** Somebody is asked to own a room. */
interface Offer {
  readonly by: FakeAccount;
  readonly to: FakeAccount;
  readonly expiresAt: number;
  readonly stop: () => void;
}

const offers = new WeakMap<FakeRoom, Offer>();

/**
 * Asks a user inside to own the room, in place of an earlier offer.
 * @throws {RoomtoneError} VALIDATION_ERROR for a guest, and for a user who is not inside.
 */
export function offerOwnership(
  room: FakeRoom,
  connection: FakeConnection,
  targets: readonly FakeConnection[],
  to: FakeAccount | undefined,
  { timers, nowUs }: { readonly timers: Timers; readonly nowUs: number },
): void {
  const by = connection.session?.account;
  if (by === undefined || to === undefined || targets.length === 0) {
    throw validationError([{ field: 'target', issue: 'must be a user inside the room' }]);
  }
  end(room, OwnershipOfferState.WITHDRAWN);
  const timer = timers.setTimeout(() => end(room, OwnershipOfferState.EXPIRED), limits.ownershipOfferMs);
  const expiresAt = nowUs + limits.ownershipOfferMs * 1000;
  const offer = { by, to, expiresAt, stop: () => timers.clearTimeout(timer) };
  offers.set(room, offer);
  tell(room, offer, OwnershipOfferState.OPEN);
}

/**
 * Accepts or declines the open offer.
 * @returns true if the room has a new owner.
 * @throws {RoomtoneError} RESOURCE_NOT_FOUND if nobody has asked this user.
 */
export function answerOwnership(room: FakeRoom, connection: FakeConnection, accept: boolean): boolean {
  const offer = offers.get(room);
  if (offer === undefined || offer.to !== connection.session?.account) {
    throw new RoomtoneError('RESOURCE_NOT_FOUND', 'Nobody is offering you this room.', { room_id: room.roomId });
  }
  if (accept) {
    room.owner = offer.to;
    room.setRules({ ownerId: offer.to.userId });
    room.broadcast({ kind: 'roomUpdated', body: { room: room.view() } });
  }
  end(room, accept ? OwnershipOfferState.ACCEPTED : OwnershipOfferState.DECLINED);
  return accept;
}

/** Somebody has left: the offer ends if they asked or were asked. */
export function withdrawOwnership(room: FakeRoom, left: FakeConnection): void {
  const offer = offers.get(room);
  const account = left.session?.account;
  if (account === undefined || (offer?.by !== account && offer?.to !== account)) return;
  if (room.named({ userId: account.userId }).length === 0) end(room, OwnershipOfferState.WITHDRAWN);
}

function end(room: FakeRoom, state: OwnershipOfferState): void {
  const offer = offers.get(room);
  if (offer === undefined) return;
  offers.delete(room);
  offer.stop();
  tell(room, offer, state);
}

function tell(room: FakeRoom, { by, to, expiresAt }: Offer, state: OwnershipOfferState): void {
  const names = {
    ...{ userId: to.userId, ...namesOf(to) },
    ...{ offeredBy: by.userId, offeredByName: by.username, offeredByDisplayName: by.displayName },
  };
  for (const connection of room.connections) {
    const account = connection.session?.account;
    if (account !== by && account !== to) continue;
    connection.send({ kind: 'ownershipOffer', body: { state, ...names, expiresAt } });
  }
}
