import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import Type from 'typebox';
import type { SubscriptionChange } from '../../domain/subscription.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type {
  PaymentSandbox,
  PortalAction,
  SandboxCheckout,
  SandboxPages,
  SandboxPortal,
  SignedEvent,
} from '../../ports/payment-sandbox.ts';
import {
  type PaymentEvent,
  type Payments,
  type SubscriptionRecord,
  type WebhookHeaders,
  WebhookRefused,
} from '../../ports/payments.ts';
import { compileSchema } from './compile-schema.ts';
import type { SandboxProducts } from './sandbox-products.ts';

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

/** Returns the same time of day a month or a year later, in UTC. A month after 31 January is the last day of February. */
export function periodEnd(startMs: number, interval: 'month' | 'year'): number {
  const start = new Date(startMs);
  const months = start.getUTCFullYear() * 12 + start.getUTCMonth() + (interval === 'year' ? 12 : 1);
  const lastDay = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate();
  const end = new Date(startMs);
  end.setUTCFullYear(Math.floor(months / 12), months % 12, Math.min(start.getUTCDate(), lastDay));
  return end.getTime();
}

/** Maximum age of a signature, which limits how long an event can be repeated by an attacker (S19.9). */
const toleranceMs = 300_000;

const header = 'Roomtone-Signature';

/** Signs in Stripe's format: `t=<Unix seconds>,v1=<HMAC-SHA256 of "t.body" in hex>`. */
export function signatureHeaders(body: Uint8Array, key: Uint8Array, nowMs: number): WebhookHeaders {
  const seconds = Math.floor(nowMs / 1000);
  return { [header.toLowerCase()]: `t=${seconds},v1=${hmac(body, key, seconds).toString('hex')}` };
}

/** @throws {WebhookRefused} if the signature is missing, wrong, or too far from the current time. */
function checkSignature(body: Uint8Array, headers: WebhookHeaders, key: Uint8Array, nowMs: number): void {
  const text = headers[header.toLowerCase()];
  const parts = typeof text === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(text) : null;
  if (parts === null) throw new WebhookRefused(header, 'is missing or is not a signature');
  const seconds = Number(parts[1]);
  const given = Buffer.from(parts[2] ?? '', 'hex');
  if (!timingSafeEqual(given, hmac(body, key, seconds))) throw new WebhookRefused(header, 'does not match the body');
  const ageMs = (Math.floor(nowMs / 1000) - seconds) * 1000;
  if (Math.abs(ageMs) > toleranceMs) throw new WebhookRefused(header, 'is of another time');
}

function hmac(body: Uint8Array, key: Uint8Array, seconds: number): Buffer {
  return createHmac('sha256', key).update(`${seconds}.`).update(body).digest();
}

const checkoutMs = 24 * 60 * 60 * 1000;
const portalMs = 60 * 60 * 1000;

interface SandboxSessions extends SandboxPages {
  openCheckout(checkout: Omit<SandboxCheckout, 'sessionId' | 'subscriptionId'>): Promise<string>;
  openPortal(portal: Omit<SandboxPortal, 'sessionId'>): Promise<string>;
}

function createSandboxSessions(ephemeral: Ephemeral): SandboxSessions {
  const read = async (kind: string, sessionId: string) => {
    const text = await ephemeral.get(`billing:${kind}:${sessionId}`);
    return text === undefined ? undefined : JSON.parse(text);
  };
  const open = async (kind: string, session: SandboxCheckout | SandboxPortal, ttlMs: number) => {
    await ephemeral.set(`billing:${kind}:${session.sessionId}`, JSON.stringify(session), ttlMs);
    return session.sessionId;
  };
  return {
    openCheckout: (checkout) =>
      open('checkout', { ...checkout, sessionId: newId('cs'), subscriptionId: newId('sub') }, checkoutMs),
    checkout: (sessionId) => read('checkout', sessionId),
    closeCheckout: (sessionId) => ephemeral.delete(`billing:checkout:${sessionId}`),
    openPortal: (portal) => open('portal', { ...portal, sessionId: newId('bps') }, portalMs),
    portal: (sessionId) => read('portal', sessionId),
  };
}

/** Makes an id: the prefix and 192 random bits. */
function newId(prefix: string): string {
  return `${prefix}_sandbox_${randomBytes(24).toString('base64url')}`;
}

const id = Type.String({ minLength: 1, maxLength: 255 });

/** An event that the sandbox sends to the webhook. Times are ms since 1970. */
const SandboxEvent = Type.Object({
  id,
  type: Type.String(),
  created: Type.Integer({ minimum: 0 }),
  data: Type.Object({
    subscription_id: id,
    customer_id: id,
    user_id: id,
    product_id: id,
    /** End of the paid period; only with payments. */
    paid_until: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
});
type SandboxEvent = Type.Static<typeof SandboxEvent>;

const isSandboxEvent = compileSchema(SandboxEvent);

/** Parses a body whose signature has been checked; undefined for event types that have no meaning here. */
function parseSandboxEvent(body: Uint8Array): PaymentEvent | undefined {
  const event: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
  if (!isSandboxEvent(event)) return undefined;
  const changes = changesOf(event);
  if (changes === undefined) return undefined;
  return {
    eventId: event.id,
    occurredAt: event.created,
    changes,
    productId: event.data.product_id,
    subscriptionId: event.data.subscription_id,
    customerId: event.data.customer_id,
    userId: event.data.user_id,
  };
}

function changesOf({ type, data }: SandboxEvent): readonly SubscriptionChange[] | undefined {
  switch (type) {
    case 'subscription.paid':
      // A new payment also undoes a cancellation.
      return data.paid_until === undefined
        ? undefined
        : [{ kind: 'paid', until: data.paid_until }, { kind: 'resumed' }];
    case 'subscription.payment_failed':
      return [{ kind: 'failed' }];
    case 'subscription.cancelled':
      return [{ kind: 'cancelled' }];
    default:
      return undefined;
  }
}
