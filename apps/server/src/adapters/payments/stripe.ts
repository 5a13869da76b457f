import { createHash, randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { webReturnAddress } from '../../domain/return-address.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  type BillingProduct,
  type PaymentEvent,
  type Payments,
  type SubscriptionRecord,
  type WebhookHeaders,
  WebhookRefused,
} from '../../ports/payments.ts';
import { answerIfFound, answerOf, createStripeClient } from './stripe-client.ts';
import { changesOf, paymentEvent, productIdOf, userIdKey } from './stripe-events.ts';

const toleranceSeconds = 300;
/** Anyone may read the products, so they are not fetched from Stripe each time. */
const productsKeptMs = 60_000;

export interface StripePaymentsOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly apiBase?: string | undefined;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly maxNetworkRetries?: number;
}

/** Payments through Stripe: its pages take the money, and its webhook reports the result. */
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
      // Equal for equal requests, so that repeating one whose answer was lost creates no second customer.
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
          newIdempotencyKey(),
        ),
      );
      if (url === null) throw new Error('Stripe made a checkout without a page.');
      return { sessionId: id, url };
    },
    async createPortal({ customerId, returnUrl, baseUrl }) {
      const params = { customer: customerId, return_url: webReturnAddress(returnUrl, baseUrl) };
      const { url } = await answerOf(stripe.billingPortal.sessions.create(params, newIdempotencyKey()));
      return { url };
    },
    async cancelAtPeriodEnd(record) {
      const { subscriptionId } = record;
      const request = stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }, newIdempotencyKey());
      return cancellation(record, await answerIfFound(request), clock.nowMs());
    },
    async readWebhook(body, headers) {
      const event = verifiedEvent(stripe, body, headers, webhookSecret, clock.nowMs());
      return paymentEvent(event, (id) => answerIfFound(stripe.subscriptions.retrieve(id)));
    },
  };
}

/**
 * Makes a new key for every call, under which the client may repeat it. A key derived from the arguments would be wrong:
 * cancelling, resuming and cancelling again within a day are three calls, and Stripe would answer the last like the first.
 */
function newIdempotencyKey(): { idempotencyKey: string } {
  return { idempotencyKey: `roomtone-${randomUUID()}` };
}

/** The event of a cancellation. Stripe no longer has a subscription that has ended. */
function cancellation(
  { subscriptionId, userId, newestEventAt }: SubscriptionRecord,
  subscription: Stripe.Subscription | undefined,
  nowMs: number,
): PaymentEvent {
  // By Stripe's clock, like its events, and never before the newest known event.
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

function verifiedEvent(
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
    // The SDK's error contains the whole body, which must not be logged.
    if (error instanceof SyntaxError) throw new WebhookRefused('body', 'is not valid JSON');
    throw new WebhookRefused(header, 'does not match the body or is too old');
  }
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

const maxPrices = 100;

/** Lists what can be bought, cheapest first: every active monthly or yearly price of an active product. */
async function stripeProducts(stripe: Stripe): Promise<readonly BillingProduct[]> {
  const prices = await answerOf(
    stripe.prices
      .list({ active: true, type: 'recurring', limit: maxPrices, expand: ['data.product'] })
      .autoPagingToArray({ limit: maxPrices }),
  );
  const products: BillingProduct[] = [];
  for (const price of prices) {
    const product =
      typeof price.product === 'string' ? await answerOf(stripe.products.retrieve(price.product)) : price.product;
    products.push(...billingProduct(price, product));
  }
  return products.sort((one, other) => one.price - other.price || (one.productId < other.productId ? -1 : 1));
}

/** A price is what is bought, so its id is the product_id. Leaves out prices that the fields (S19.1) cannot express. */
function billingProduct(price: Stripe.Price, product: Stripe.Product | Stripe.DeletedProduct): BillingProduct[] {
  const { unit_amount: amount, recurring } = price;
  if (!price.active || product.deleted === true || !product.active || amount === null || recurring === null) return [];
  const interval = (['month', 'year'] as const).find((known) => known === recurring.interval);
  if (interval === undefined || recurring.interval_count !== 1 || recurring.usage_type === 'metered') return [];
  return [
    {
      productId: price.id,
      name: product.name,
      description: product.description ?? '',
      price: amount,
      currency: price.currency,
      interval,
      features: (product.marketing_features ?? []).flatMap(({ name }) => name ?? []),
    },
  ];
}
