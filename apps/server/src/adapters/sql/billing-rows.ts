import type { Selectable } from 'kysely';
import type { SubscriptionEvent, SubscriptionHistory } from '../../domain/subscription-history.ts';
import type { PaymentEvent, PaymentProvider, SubscriptionRecord } from '../../ports/payments.ts';
import type { BillingEventsTable, SubscriptionsTable } from './billing-schema.ts';

/** The value of `announced` before the first announcement. */
export const nothingAnnounced = '{"status":"none"}';

export function historyColumns({ subscription, productId, startedAt, newestEventAt }: SubscriptionHistory) {
  return {
    product_id: productId ?? null,
    state: JSON.stringify(subscription),
    started_at: startedAt,
    newest_event_at: newestEventAt,
  };
}

export function eventRow(provider: PaymentProvider, event: PaymentEvent): BillingEventsTable {
  return {
    provider,
    event_id: event.eventId,
    subscription_id: event.subscriptionId,
    occurred_at: event.occurredAt,
    changes: JSON.stringify(event.changes),
    product_id: event.productId ?? null,
  };
}

export function toEvent(row: Selectable<BillingEventsTable>): SubscriptionEvent {
  return {
    eventId: row.event_id,
    occurredAt: row.occurred_at,
    changes: JSON.parse(row.changes),
    productId: row.product_id ?? undefined,
  };
}

export function toSubscriptionRecord(row: Selectable<SubscriptionsTable>): SubscriptionRecord {
  return {
    subscriptionId: row.subscription_id,
    provider: row.provider,
    userId: row.user_id,
    productId: row.product_id ?? undefined,
    subscription: JSON.parse(row.state),
    startedAt: row.started_at,
    newestEventAt: row.newest_event_at,
  };
}
