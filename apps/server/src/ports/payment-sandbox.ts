import type { BillingProduct, SubscriptionRecord, WebhookHeaders } from './payments.ts';

/** A checkout page that has been opened and not been left yet. */
export interface SandboxCheckout {
  readonly sessionId: string;
  readonly userId: string;
  readonly customerId: string;
  readonly product: BillingProduct;
  /** The subscription that paying starts: paying twice starts one. */
  readonly subscriptionId: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** A portal page; it can be used until it expires. */
export interface SandboxPortal {
  readonly sessionId: string;
  readonly userId: string;
  readonly customerId: string;
  readonly returnUrl: string;
}

/** The sandbox's open pages. Their ids are all that is needed to use them, so they cannot be guessed. */
export interface SandboxPages {
  checkout(sessionId: string): Promise<SandboxCheckout | undefined>;
  closeCheckout(sessionId: string): Promise<void>;
  portal(sessionId: string): Promise<SandboxPortal | undefined>;
}

/** An event as it would come from a provider's servers. */
export interface SignedEvent {
  readonly body: Uint8Array;
  readonly headers: WebhookHeaders;
}

export type PortalAction = 'cancel' | 'fail' | 'renew';

/** The provider's side of the sandbox's pages. */
export interface PaymentSandbox {
  readonly sessions: SandboxPages;
  /** The event of a payment; the same subscription and event however often it is paid. */
  pay(checkout: SandboxCheckout): SignedEvent;
  act(act: PortalAction, subscription: SubscriptionRecord): Promise<SignedEvent>;
}
