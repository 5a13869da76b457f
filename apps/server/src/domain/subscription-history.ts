import { noSubscription, type Subscription, type SubscriptionChange, step } from './subscription.ts';

/** Something that happened to one subscription, at the provider's time. */
export interface SubscriptionEvent {
  /** The provider's; the same one is counted once. */
  readonly eventId: string;
  readonly occurredAt: number;
  /** In the order in which they hold. May be empty. */
  readonly changes: readonly SubscriptionChange[];
  /** What is subscribed to, where the event tells. */
  readonly productId: string | undefined;
}

/** What all events of one subscription come to. Times are of the earliest and the newest event. */
export interface SubscriptionHistory {
  readonly subscription: Subscription;
  readonly productId: string | undefined;
  readonly startedAt: number;
  readonly newestEventAt: number;
}

/** Where a subscription stands after these events, in whatever order and how often they came (billing rules B7, B8). */
export function replay(events: readonly SubscriptionEvent[]): SubscriptionHistory {
  const distinct = [...new Map(events.map((event) => [event.eventId, event])).values()].sort(earliestFirst);
  let subscription = noSubscription;
  let productId: string | undefined;
  for (const event of distinct) {
    for (const change of event.changes) subscription = step(subscription, change, event.occurredAt);
    productId = event.productId ?? productId;
  }
  return {
    subscription,
    productId,
    startedAt: distinct[0]?.occurredAt ?? 0,
    newestEventAt: distinct.at(-1)?.occurredAt ?? 0,
  };
}

/** Providers' times are often whole seconds: within one, what takes something away comes last (billing rules B7). */
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
