import type { Subscription } from '../domain/subscription.ts';
import type { PaymentEvent, PaymentProvider, SubscriptionRecord } from './payments.ts';

/** Everything stored about one user's subscriptions. */
export interface BillingAccount {
  readonly subscriptions: readonly SubscriptionRecord[];
  /** The state last announced to the rest of the server. */
  readonly announced: Subscription;
  /** Changes with every event that is applied. */
  readonly version: number;
}

/** The part of Storage that billing needs. */
export interface BillingStorage {
  billingCustomer(provider: PaymentProvider, userId: string): Promise<string | undefined>;
  setBillingCustomer(provider: PaymentProvider, userId: string, customerId: string): Promise<void>;
  /**
   * Stores the event, once per id, and updates its subscription in the same transaction; a change makes an announcement
   * due. Resolves with the user it belongs to; with undefined, having stored nothing, if that is nobody on this server.
   */
  applyPaymentEvent(provider: PaymentProvider, event: PaymentEvent): Promise<{ readonly userId: string } | undefined>;
  billingAccount(userId: string): Promise<BillingAccount>;
  /**
   * Stores what has just been announced and when the next announcement is due, unless an event has been applied since
   * `version`; resolves with true if it was stored.
   */
  setBillingAnnounced(
    userId: string,
    version: number,
    announced: Subscription,
    dueAt: number | undefined,
    now: number,
  ): Promise<boolean>;
  /** Users whose announcement is due, longest due first; also those announced to by a clock that was ahead of `now`. */
  usersWithBillingDue(now: number, limit: number): Promise<readonly string[]>;
}
