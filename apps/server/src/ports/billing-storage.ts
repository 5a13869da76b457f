import type { Subscription } from '../domain/subscription.ts';
import type { PaymentEvent, PaymentProvider, SubscriptionRecord } from './payments.ts';

/** All that is known of one user's subscriptions. */
export interface BillingAccount {
  readonly subscriptions: readonly SubscriptionRecord[];
  /** What the rest of the server was told last. */
  readonly announced: Subscription;
  /** Changes with every event that is applied. */
  readonly version: number;
}

/** The part of Storage that billing needs. */
export interface BillingStorage {
  billingCustomer(provider: PaymentProvider, userId: string): Promise<string | undefined>;
  setBillingCustomer(provider: PaymentProvider, userId: string, customerId: string): Promise<void>;
  /**
   * Counts the event, once by its id, and brings its subscription up to date in the same act; a change makes an
   * announcement due. Resolves with whose it is; undefined, and nothing is kept, when that is nobody here.
   */
  applyPaymentEvent(provider: PaymentProvider, event: PaymentEvent): Promise<{ readonly userId: string } | undefined>;
  billingAccount(userId: string): Promise<BillingAccount>;
  /**
   * Keeps what has been announced now and when the next is due, unless an event has come since `version`; tells whether
   * it has been kept.
   */
  setBillingAnnounced(
    userId: string,
    version: number,
    announced: Subscription,
    dueAt: number | undefined,
    now: number,
  ): Promise<boolean>;
  /** Users whose announcement is due, the longest due first; also those for whom it was made by a clock that was ahead. */
  usersWithBillingDue(now: number, limit: number): Promise<readonly string[]>;
}
