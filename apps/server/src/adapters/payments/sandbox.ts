import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { PaymentSandbox, PortalAction, SignedEvent } from '../../ports/payment-sandbox.ts';
import { type Payments, type SubscriptionRecord, WebhookRefused } from '../../ports/payments.ts';
import { periodEnd } from './billing-period.ts';
import { parseSandboxEvent, type SandboxEvent } from './sandbox-events.ts';
import type { SandboxProducts } from './sandbox-products.ts';
import { createSandboxSessions, newId } from './sandbox-sessions.ts';
import { checkSignature, signatureHeaders } from './sandbox-signature.ts';

export interface SandboxOptions {
  readonly products: SandboxProducts;
  readonly ephemeral: Ephemeral;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Signs the events. */
  readonly key: Uint8Array;
}

/** A payment provider inside the server, for trying out billing. It moves no money. */
export interface SandboxPayments extends Payments {
  readonly sandbox: PaymentSandbox;
}

export function createSandboxPayments({ products, ephemeral, clock, key }: SandboxOptions): SandboxPayments {
  const sessions = createSandboxSessions(ephemeral);
  const signed = (event: SandboxEvent): SignedEvent => {
    const body = Buffer.from(JSON.stringify(event));
    return { body, headers: signatureHeaders(body, key, clock.nowMs()) };
  };
  const actionEvent = async (action: PortalAction, subscription: SubscriptionRecord): Promise<SandboxEvent> => ({
    id: newId('evt'),
    type: eventTypes[action],
    // Later than every event before it, even if two clicks fall into one millisecond.
    created: Math.max(clock.nowMs(), subscription.newestEventAt + 1),
    data: {
      subscription_id: subscription.subscriptionId,
      customer_id: customerOf(subscription.userId),
      user_id: subscription.userId,
      product_id: subscription.productId ?? 'unknown',
      ...(action === 'renew' ? { paid_until: await renewedUntil(subscription) } : {}),
    },
  });
  const renewedUntil = async ({ subscription, productId }: SubscriptionRecord): Promise<number> => {
    const product = (await products.list()).find((one) => one.productId === productId);
    const isPaid = subscription.status === 'active' || (subscription.status === 'cancelled' && !subscription.unpaid);
    const from = isPaid ? Math.max(subscription.activeUntil, clock.nowMs()) : clock.nowMs();
    return periodEnd(from, product?.interval ?? 'month');
  };

  return {
    provider: 'sandbox',
    products: () => products.list(),
    createCustomer: async ({ userId }) => customerOf(userId),
    async createCheckout({ baseUrl, ...checkout }) {
      const sessionId = await sessions.openCheckout(checkout);
      return { sessionId, url: `${baseUrl}/billing/sandbox/checkout/${sessionId}` };
    },
    async createPortal({ baseUrl, ...portal }) {
      return { url: `${baseUrl}/billing/sandbox/portal/${await sessions.openPortal(portal)}` };
    },
    async cancelAtPeriodEnd(subscription) {
      const event = parseSandboxEvent(signed(await actionEvent('cancel', subscription)).body);
      if (event === undefined) throw new Error('The sandbox does not understand its own event.');
      return event;
    },
    async readWebhook(body, headers) {
      checkSignature(body, headers, key, clock.nowMs());
      try {
        return parseSandboxEvent(body);
      } catch {
        throw new WebhookRefused('body', 'is not valid JSON');
      }
    },
    sandbox: {
      sessions,
      pay({ subscriptionId, customerId, userId, product }) {
        const now = clock.nowMs();
        return signed({
          id: `evt_of_${subscriptionId}`,
          type: eventTypes.renew,
          created: now,
          data: {
            subscription_id: subscriptionId,
            customer_id: customerId,
            user_id: userId,
            product_id: product.productId,
            paid_until: periodEnd(now, product.interval),
          },
        });
      },
      act: async (action, subscription) => signed(await actionEvent(action, subscription)),
    },
  };
}

const eventTypes = {
  cancel: 'subscription.cancelled',
  fail: 'subscription.payment_failed',
  renew: 'subscription.paid',
} as const;

function customerOf(userId: string): string {
  return `cus_sandbox_${userId}`;
}
