import { applyChange, noSubscription, type Subscription, type SubscriptionChange } from './subscription.ts';

/** An event of one subscription, with the provider's time. */
export interface SubscriptionEvent {
  /** The provider's id; an event counts once. */
  readonly eventId: string;
  readonly occurredAt: number;
  /** In the order in which they apply. May be empty. */
  readonly changes: readonly SubscriptionChange[];
  /** The product, if the event names it. */
  readonly productId: string | undefined;
}

/** The result of all events of one subscription. The times are those of the earliest and the newest event. */
export interface SubscriptionHistory {
  readonly subscription: Subscription;
  readonly productId: string | undefined;
  readonly startedAt: number;
  readonly newestEventAt: number;
}

/** Applies events to a new subscription. Their order and repetitions make no difference (billing rules B7, B8). */
export function applyEvents(events: readonly SubscriptionEvent[]): SubscriptionHistory {
  const distinct = [...new Map(events.map((event) => [event.eventId, event])).values()].sort(earliestFirst);
  let subscription = noSubscription;
  let productId: string | undefined;
  for (const event of distinct) {
    for (const change of event.changes) subscription = applyChange(subscription, change, event.occurredAt);
    productId = event.productId ?? productId;
  }
  return {
    subscription,
    productId,
    startedAt: distinct[0]?.occurredAt ?? 0,
    newestEventAt: distinct.at(-1)?.occurredAt ?? 0,
  };
}

/** Times from providers are often whole seconds. Within one, changes that take something away come last (billing rules B7). */
const rank: Readonly<Record<SubscriptionChange['kind'], number>> = {
  paid: 0,
  period: 1,
  resumed: 2,
  failed: 3,
  cancelled: 4,
  ended: 5,
};

function earliestFirst(one: SubscriptionEvent, other: SubscriptionEvent): number {
  if (one.occurredAt !== other.occurredAt) return one.occurredAt - other.occurredAt;
  return rankOf(one) - rankOf(other) || (one.eventId < other.eventId ? -1 : 1);
}

function rankOf({ changes }: SubscriptionEvent): number {
  return Math.max(-1, ...changes.map(({ kind }) => rank[kind]));
}
