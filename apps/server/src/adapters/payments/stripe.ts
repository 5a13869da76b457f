import { createHash, randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { webReturnAddress } from '../../domain/return-address.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SubscriptionRecord } from '../../ports/payments.ts';
import {
  type BillingProduct,
  type PaymentEvent,
  type Payments,
  type WebhookHeaders,
  WebhookRefused,
} from '../../ports/payments.ts';
import { answerIfThere, answerOf, createStripeClient } from './stripe-client.ts';
import { changesOf, paymentEvent, productIdOf, userIdKey } from './stripe-events.ts';
import { stripeProducts } from './stripe-products.ts';

const toleranceSeconds = 300;
/** Anybody may read the products: Stripe need not be asked each time. */
const productsKeptMs = 60_000;

export interface StripePaymentsOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly apiBase?: string | undefined;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly maxNetworkRetries?: number;
}

/** Payments by Stripe: its own pages take the money, its webhook tells what became of it. */
export function createStripePayments(options: StripePaymentsOptions): Payments {
  const { secretKey, webhookSecret, apiBase, clock, maxNetworkRetries = 2 } = options;
  const stripe = createStripeClient({ secretKey, apiBase, maxNetworkRetries });
  let products: { readonly list: readonly BillingProduct[]; readonly untilMs: number } | undefined;

  return {
    provider: 'stripe',
    async products() {
      if (products === undefined || products.untilMs <= clock.monotonicMs()) {
        products = { list: await stripeProducts(stripe), untilMs: clock.monotonicMs() + productsKeptMs };
      }
      return products.list;
    },
    async createCustomer({ userId, username, email }, replaces) {
      const params: Stripe.CustomerCreateParams = {
        name: username,
        metadata: { [userIdKey]: userId },
        ...(email === undefined ? {} : { email }),
      };
      // The same for the same request, so that one whose answer was lost makes no second customer.
      const idempotencyKey = `roomtone-customer-${digest([params, replaces ?? ''])}`;
      return (await answerOf(stripe.customers.create(params, { idempotencyKey }))).id;
    },
    async createCheckout({ customerId, userId, product, successUrl, cancelUrl, baseUrl }) {
      const metadata = { [userIdKey]: userId };
      const { id, url } = await answerOf(
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: customerId,
            client_reference_id: userId,
            line_items: [{ price: product.productId, quantity: 1 }],
            success_url: webReturnAddress(successUrl, baseUrl),
            cancel_url: webReturnAddress(cancelUrl, baseUrl),
            metadata,
            subscription_data: { metadata },
          },
          onceOnly(),
        ),
      );
      if (url === null) throw new Error('Stripe made a checkout without a page.');
      return { sessionId: id, url };
    },
    async createPortal({ customerId, returnUrl, baseUrl }) {
      const params = { customer: customerId, return_url: webReturnAddress(returnUrl, baseUrl) };
      const { url } = await answerOf(stripe.billingPortal.sessions.create(params, onceOnly()));
      return { url };
    },
    async cancelAtPeriodEnd(record) {
      const { subscriptionId } = record;
      const request = stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }, onceOnly());
      return cancellation(record, await answerIfThere(request), clock.nowMs());
    },
    async readWebhook(body, headers) {
      const event = verified(stripe, body, headers, webhookSecret, clock.nowMs());
      return paymentEvent(event, (id) => answerIfThere(stripe.subscriptions.retrieve(id)));
    },
  };
}

/**
 * A key of its own for every act, under which the client may send it again. One made from the arguments would be wrong:
 * to cancel, resume and cancel again within a day is three acts, and Stripe would answer the last with the first's.
 */
function onceOnly(): { idempotencyKey: string } {
  return { idempotencyKey: `roomtone-${randomUUID()}` };
}

/** What a cancellation comes to: Stripe no longer has a subscription that has ended. */
function cancellation(
  { subscriptionId, userId, newestEventAt }: SubscriptionRecord,
  subscription: Stripe.Subscription | undefined,
  nowMs: number,
): PaymentEvent {
  // By Stripe's clock, as its events are; and never before what it answers to.
  const occurredAt = typeof subscription?.canceled_at === 'number' ? subscription.canceled_at * 1000 : nowMs;
  return {
    eventId: `cancel_${randomUUID()}`,
    occurredAt: Math.max(occurredAt, newestEventAt),
    changes: subscription === undefined ? [{ kind: 'ended' }] : changesOf(subscription),
    productId: subscription && productIdOf(subscription),
    subscriptionId,
    customerId: undefined,
    userId,
  };
}

function verified(
  stripe: Stripe,
  body: Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  nowMs: number,
): Stripe.Event {
  const header = 'Stripe-Signature';
  const signature = headers[header.toLowerCase()];
  if (typeof signature !== 'string') throw new WebhookRefused(header, 'is missing');
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, nowMs);
  } catch (error) {
    // The SDK's error holds the whole body, which must reach no log.
    if (error instanceof SyntaxError) throw new WebhookRefused('body', 'is not valid JSON');
    throw new WebhookRefused(header, 'does not match the body or is too old');
  }
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
