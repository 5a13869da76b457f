// The payment provider. Every adapter passes the same suite in test/billing/.

import type { Subscription } from '../domain/subscription.ts';
import type { SubscriptionEvent } from '../domain/subscription-history.ts';

export type PaymentProvider = 'sandbox' | 'stripe';

/** A product that users can subscribe to. */
export interface BillingProduct {
  readonly productId: string;
  readonly name: string;
  readonly description: string;
  /** In the currency's minor units. */
  readonly price: number;
  /** ISO 4217 in lower case. */
  readonly currency: string;
  readonly interval: 'month' | 'year';
  readonly features: readonly string[];
}

/** The user who pays. */
interface Payer {
  readonly userId: string;
  readonly username: string;
  readonly email: string | undefined;
}

interface CheckoutRequest {
  readonly customerId: string;
  readonly userId: string;
  readonly product: BillingProduct;
  /** Already validated; `{CHECKOUT_SESSION_ID}` in it is replaced with the session's id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** This server's address as the client knows it, for pages of its own. */
  readonly baseUrl: string;
}

interface PortalRequest {
  readonly customerId: string;
  readonly userId: string;
  readonly returnUrl: string;
  readonly baseUrl: string;
}

/** The state of a subscription at a provider after all of its events. */
export interface SubscriptionRecord {
  readonly subscriptionId: string;
  readonly provider: PaymentProvider;
  readonly userId: string;
  readonly productId: string | undefined;
  readonly subscription: Subscription;
  /** Times of its earliest and newest event. */
  readonly startedAt: number;
  readonly newestEventAt: number;
}

/** A provider's event in the domain's terms, with the customer or user it names, if any. */
export interface PaymentEvent extends SubscriptionEvent {
  readonly subscriptionId: string;
  readonly customerId: string | undefined;
  readonly userId: string | undefined;
}

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A webhook request that is not from the provider, or is too old; `issue` may be shown to the sender. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
  /** The header in which the signature is expected. */
  readonly header: string;
  readonly issue: string;

  constructor(header: string, issue: string) {
    super(`${header} ${issue}`);
    this.header = header;
    this.issue = issue;
  }
}

/** The provider does not know the customer, which belongs to another account or was deleted there. */
export class UnknownCustomer extends Error {
  override readonly name = 'UnknownCustomer';
}

/** A payment provider, or the sandbox in place of one. Uses no network before a method is called. */
export interface Payments {
  readonly provider: PaymentProvider;
  products(): Promise<readonly BillingProduct[]>;
  /** Resolves with the customer's id. @param replaces an id that the provider no longer knows. */
  createCustomer(payer: Payer, replaces?: string): Promise<string>;
  /** @throws {UnknownCustomer} */
  createCheckout(request: CheckoutRequest): Promise<{ readonly sessionId: string; readonly url: string }>;
  /** @throws {UnknownCustomer} */
  createPortal(request: PortalRequest): Promise<{ readonly url: string }>;
  /** Resolves with the resulting event, to be applied like any other. */
  cancelAtPeriodEnd(subscription: SubscriptionRecord): Promise<PaymentEvent>;
  /**
   * Verifies and reads a webhook request; undefined for an event that has no meaning here.
   * @throws {WebhookRefused} when the signature does not match or is over 300 s old.
   */
  readWebhook(body: Uint8Array, headers: WebhookHeaders): Promise<PaymentEvent | undefined>;
}
