import type { Stripe } from 'stripe';
import type { SubscriptionChange } from '../../domain/subscription.ts';
import type { PaymentEvent } from '../../ports/payments.ts';

/** Under which our user's id is kept with Stripe's objects. */
export const userIdKey = 'roomtone_user_id';

/** Asks Stripe for a subscription; undefined when there is none. */
export type RetrieveSubscription = (subscriptionId: string) => Promise<Stripe.Subscription | undefined>;

/** What an event of Stripe's means here; undefined for nothing. */
export async function paymentEvent(
  event: Stripe.Event,
  retrieve: RetrieveSubscription,
): Promise<PaymentEvent | undefined> {
  const about = await subjectOf(event, retrieve);
  if (about === undefined || about.subscriptionId === undefined) return undefined;
  return { eventId: event.id, occurredAt: event.created * 1000, ...about, subscriptionId: about.subscriptionId };
}

/** What a subscription as it stands comes to, whatever was known before. */
export function changesOf(subscription: Stripe.Subscription): readonly SubscriptionChange[] {
  const until = periodEndOf(subscription);
  const ends = subscription.cancel_at_period_end || endsWithin(subscription.cancel_at, until);
  switch (subscription.status) {
    case 'active':
    case 'trialing':
      return [
        ...(until === undefined ? [] : [{ kind: 'period', until } as const]),
        { kind: ends ? 'cancelled' : 'resumed' },
      ];
    case 'past_due':
    case 'unpaid':
    case 'paused':
      // In this order each applies to the state that the other one leaves.
      return ends ? [{ kind: 'failed' }, { kind: 'cancelled' }] : [{ kind: 'resumed' }, { kind: 'failed' }];
    case 'canceled':
    case 'incomplete_expired':
      return [{ kind: 'ended' }];
    default:
      // Incomplete: its first payment is still to come.
      return [];
  }
}

export function productIdOf(subscription: Stripe.Subscription): string | undefined {
  return subscription.items?.data[0]?.price.id;
}

interface Subject extends Pick<PaymentEvent, 'changes' | 'productId' | 'customerId' | 'userId'> {
  readonly subscriptionId: string | undefined;
}

async function subjectOf(event: Stripe.Event, retrieve: RetrieveSubscription): Promise<Subject | undefined> {
  switch (event.type) {
    case 'checkout.session.completed':
      return ofCheckout(event.data.object, retrieve);
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
      return ofSubscription(event.data.object, changesOf(event.data.object));
    case 'customer.subscription.deleted':
      return ofSubscription(event.data.object, [{ kind: 'ended' }]);
    case 'invoice.paid':
      return ofInvoice(event.data.object, paymentsIn(event.data.object));
    case 'invoice.payment_failed':
      return ofInvoice(event.data.object, [{ kind: 'failed' }]);
    default:
      return undefined;
  }
}

/** A finished checkout names its subscription without saying how it stands. */
async function ofCheckout(session: Stripe.Checkout.Session, retrieve: RetrieveSubscription): Promise<Subject> {
  const subscriptionId = idOf(session.subscription);
  const subscription = subscriptionId === undefined ? undefined : await retrieve(subscriptionId);
  return {
    subscriptionId,
    customerId: idOf(session.customer),
    userId: session.client_reference_id ?? session.metadata?.[userIdKey],
    productId: subscription && productIdOf(subscription),
    changes: subscription === undefined ? [] : changesOf(subscription),
  };
}

function ofSubscription(subscription: Stripe.Subscription, changes: readonly SubscriptionChange[]): Subject {
  return {
    subscriptionId: subscription.id,
    customerId: idOf(subscription.customer),
    userId: subscription.metadata?.[userIdKey],
    productId: productIdOf(subscription),
    changes,
  };
}

function ofInvoice(invoice: Stripe.Invoice, changes: readonly SubscriptionChange[]): Subject {
  const details = invoice.parent?.subscription_details;
  // API versions before 2025-03-31 have it here; which one a webhook speaks is set in Stripe's dashboard.
  const { subscription: older } = invoice as { subscription?: string | Stripe.Subscription | null };
  return {
    subscriptionId: idOf(details?.subscription ?? older),
    customerId: idOf(invoice.customer),
    userId: details?.metadata?.[userIdKey],
    productId: undefined,
    changes,
  };
}

/** Credits for a plan that was left reach to the end of its old period, so only whole periods count. */
function paymentsIn(invoice: Stripe.Invoice): readonly SubscriptionChange[] {
  const ends = (invoice.lines?.data ?? []).filter((line) => !isProration(line)).map((line) => line.period.end * 1000);
  return ends.length === 0 ? [] : [{ kind: 'paid', until: Math.max(...ends) }];
}

function isProration(line: Stripe.InvoiceLineItem): boolean {
  const { proration: older } = line as { proration?: boolean };
  const { subscription_item_details: ofSubscription, invoice_item_details: ofItem } = line.parent ?? {};
  return ofSubscription?.proration ?? ofItem?.proration ?? older ?? false;
}

function periodEndOf(subscription: Stripe.Subscription): number | undefined {
  const ends = (subscription.items?.data ?? []).flatMap((item) => item.current_period_end ?? []);
  const { current_period_end: older } = subscription as { current_period_end?: number };
  if (older !== undefined) ends.push(older);
  return ends.length === 0 ? undefined : Math.max(...ends) * 1000;
}

/** Stripe's portal may set a date in place of the flag; one in a later period does not stop the next payment. */
function endsWithin(cancelAt: number | null | undefined, until: number | undefined): boolean {
  return typeof cancelAt === 'number' && until !== undefined && cancelAt * 1000 <= until;
}

function idOf(reference: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
