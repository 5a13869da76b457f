import type { Stripe } from 'stripe';
import type { SubscriptionChange } from '../../domain/subscription.ts';
import type { PaymentEvent } from '../../ports/payments.ts';

/** Metadata key under which Stripe's objects hold our user's id. */
export const userIdKey = 'roomtone_user_id';

/** Fetches a subscription from Stripe; undefined if there is none. */
export type RetrieveSubscription = (subscriptionId: string) => Promise<Stripe.Subscription | undefined>;

/** Translates an event of Stripe's; undefined if it has no meaning here. */
export async function paymentEvent(
  event: Stripe.Event,
  retrieve: RetrieveSubscription,
): Promise<PaymentEvent | undefined> {
  const about = await subjectOf(event, retrieve);
  if (about === undefined || about.subscriptionId === undefined) return undefined;
  return { eventId: event.id, occurredAt: event.created * 1000, ...about, subscriptionId: about.subscriptionId };
}

/** The changes that lead to a subscription's current state from any earlier one. */
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
      // In this order the second change applies to the state after the first.
      return ends ? [{ kind: 'failed' }, { kind: 'cancelled' }] : [{ kind: 'resumed' }, { kind: 'failed' }];
    case 'canceled':
    case 'incomplete_expired':
      return [{ kind: 'ended' }];
    default:
      // Incomplete: the first payment is pending.
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

/** A finished checkout names its subscription but not its state, so this fetches it. */
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
  // API versions before 2025-03-31 have it here. A webhook's version is set in Stripe's dashboard.
  const { subscription: older } = invoice as { subscription?: string | Stripe.Subscription | null };
  return {
    subscriptionId: idOf(details?.subscription ?? older),
    customerId: idOf(invoice.customer),
    userId: details?.metadata?.[userIdKey],
    productId: undefined,
    changes,
  };
}

/** Counts whole periods only: a credit for an earlier plan runs to the end of that plan's period. */
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

/** Stripe's portal may set a date instead of the flag. A date in a later period does not stop the next payment. */
function endsWithin(cancelAt: number | null | undefined, until: number | undefined): boolean {
  return typeof cancelAt === 'number' && until !== undefined && cancelAt * 1000 <= until;
}

function idOf(reference: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
