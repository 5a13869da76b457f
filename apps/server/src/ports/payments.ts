// What billing needs from the world. Every adapter of a port passes the same suite in test/billing/.

import type { Subscription } from '../domain/subscription.ts';
import type { SubscriptionEvent } from '../domain/subscription-history.ts';

export type PaymentProvider = 'sandbox' | 'stripe';

/** Something to subscribe to. */
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

/** Who pays. */
export interface Payer {
  readonly userId: string;
  readonly username: string;
  readonly email: string | undefined;
}

export interface CheckoutRequest {
  readonly customerId: string;
  readonly userId: string;
  readonly product: BillingProduct;
  /** Checked already; `{CHECKOUT_SESSION_ID}` in it becomes the session's id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** This server's address as the client knows it, for pages of its own. */
  readonly baseUrl: string;
}

export interface PortalRequest {
  readonly customerId: string;
  readonly userId: string;
  readonly returnUrl: string;
  readonly baseUrl: string;
}

/** A subscription at a provider, as all its events together have left it. */
export interface SubscriptionRecord {
  readonly subscriptionId: string;
  readonly provider: PaymentProvider;
  readonly userId: string;
  readonly productId: string | undefined;
  readonly subscription: Subscription;
  /** Its earliest and newest event. */
  readonly startedAt: number;
  readonly newestEventAt: number;
}

/** What a provider tells, in the domain's terms, and whose it is as far as the event says. */
export interface PaymentEvent extends SubscriptionEvent {
  readonly subscriptionId: string;
  readonly customerId: string | undefined;
  readonly userId: string | undefined;
}

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A webhook's body is not from the provider, or too old; `issue` may be shown to whoever sent it. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
  /** The header that the signature should have been in. */
  readonly header: string;
  readonly issue: string;

  constructor(header: string, issue: string) {
    super(`${header} ${issue}`);
    this.header = header;
    this.issue = issue;
  }
}

/** The provider does not know the customer: one of another account, or deleted there. */
export class UnknownCustomer extends Error {
  override readonly name = 'UnknownCustomer';
}

/** Takes money, or plays at it. Nothing here reaches the network before it is called. */
export interface Payments {
  readonly provider: PaymentProvider;
  products(): Promise<readonly BillingProduct[]>;
  /** Resolves with the customer's id; `replaces`: one that the provider no longer knows. */
  createCustomer(payer: Payer, replaces?: string): Promise<string>;
  /** @throws {UnknownCustomer} */
  createCheckout(request: CheckoutRequest): Promise<{ readonly sessionId: string; readonly url: string }>;
  /** @throws {UnknownCustomer} */
  createPortal(request: PortalRequest): Promise<{ readonly url: string }>;
  /** Resolves with what has changed by it, to be applied like any other event. */
  cancelAtPeriodEnd(subscription: SubscriptionRecord): Promise<PaymentEvent>;
  /**
   * Reads what the provider has sent; undefined for what means nothing here.
   * @throws {WebhookRefused} when the signature does not match or is over 300 s old.
   */
  readWebhook(body: Uint8Array, headers: WebhookHeaders): Promise<PaymentEvent | undefined>;
}
