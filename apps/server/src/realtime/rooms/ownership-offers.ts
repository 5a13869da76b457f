import { limits, type Named, namesOf, OwnershipOfferState } from '@roomtone/protocol';
import type { Clock } from '../../ports/clock.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Outgoing } from '../sockets/codec.ts';

export interface OfferUser extends Named {
  readonly userId: string;
}

/** One user asks another to own the room. */
export interface Offer {
  readonly by: OfferUser;
  readonly to: OfferUser;
  /** Service clock, µs. */
  readonly expiresAtUs: number;
}

export interface OwnershipOffersDeps {
  readonly clock: Pick<Clock, 'serviceUs'>;
  readonly scheduler: Pick<Scheduler, 'after'>;
  /** Sends to all participants of these users. */
  readonly tell: (userIds: ReadonlySet<string>, message: Outgoing<'ownershipOffer'>) => void;
}

/** The open offer of a room's ownership, of which there is at most one (room rules R13.15). */
export class OwnershipOffers {
  readonly #deps: OwnershipOffersDeps;
  #open: { readonly offer: Offer; readonly stop: () => void } | undefined;

  constructor(deps: OwnershipOffersDeps) {
    this.#deps = deps;
  }

  /** True if an offer is open. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** True if the open offer is from this user or to this user. */
  concerns(userId: string): boolean {
    const offer = this.#open?.offer;
    return offer?.by.userId === userId || offer?.to.userId === userId;
  }

  /** Asks a user, in place of an earlier offer. */
  open(by: OfferUser, to: OfferUser): void {
    this.withdraw();
    const { clock, scheduler } = this.#deps;
    const expiresAtUs = clock.serviceUs() + limits.ownershipOfferMs * 1000;
    const offer = { by: userOf(by), to: userOf(to), expiresAtUs };
    const stop = scheduler.after(limits.ownershipOfferMs, () => {
      this.#open = undefined;
      this.tell(offer, OwnershipOfferState.EXPIRED);
    });
    this.#open = { offer, stop };
    this.tell(offer, OwnershipOfferState.OPEN);
  }

  /** Takes the open offer to a user, so that nobody else ends it; the caller tells the outcome. */
  take(userId: string): Offer | undefined {
    if (this.#open?.offer.to.userId !== userId) return undefined;
    return this.#close();
  }

  /** Tells both users where the offer stands. */
  tell({ by, to, expiresAtUs }: Offer, state: OwnershipOfferState): void {
    const body = {
      state,
      userId: to.userId,
      ...namesOf(to),
      offeredBy: by.userId,
      offeredByName: by.username,
      offeredByDisplayName: namesOf(by).displayName,
      expiresAt: expiresAtUs,
    };
    const serverTime = this.#deps.clock.serviceUs();
    this.#deps.tell(new Set([by.userId, to.userId]), { kind: 'ownershipOffer', body, serverTime });
  }

  /** An offer has ended: nobody can answer it any more, and both users are told. */
  ended(offer: Offer, state: OwnershipOfferState): void {
    const open = this.#open?.offer;
    if (open?.to.userId === offer.to.userId && open.by.userId === offer.by.userId) this.#close();
    this.tell(offer, state);
  }

  /** Withdraws the open offer if it is from this user or to this user, who has left. */
  left(userId: string): void {
    if (this.concerns(userId)) this.withdraw();
  }

  /** Withdraws the open offer, if any. */
  withdraw(): void {
    const offer = this.#close();
    if (offer !== undefined) this.tell(offer, OwnershipOfferState.WITHDRAWN);
  }

  /** Forgets the open offer without telling anybody. */
  clear(): void {
    this.#close();
  }

  #close(): Offer | undefined {
    const open = this.#open;
    this.#open = undefined;
    open?.stop();
    return open?.offer;
  }
}

/** The part of a user that an offer names. */
export function userOf(user: OfferUser): OfferUser {
  return { userId: user.userId, ...namesOf(user) };
}
