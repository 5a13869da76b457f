import { noSubscription, type Subscription } from '../../domain/subscription.ts';
import { applyEvents, type SubscriptionEvent } from '../../domain/subscription-history.ts';
import type { BillingStorage } from '../../ports/billing-storage.ts';
import type { PaymentEvent, PaymentProvider, SubscriptionRecord } from '../../ports/payments.ts';

interface StoredSubscription {
  readonly provider: PaymentProvider;
  readonly subscriptionId: string;
  readonly userId: string;
  readonly events: SubscriptionEvent[];
}

interface StoredAccount {
  version: number;
  announced: Subscription;
  dueAt: number | undefined;
  announcedAt?: number;
}

/** Billing's part of the memory storage: a double for tests. */
export function createMemoryBilling(isUser: (userId: string) => boolean): BillingStorage {
  /** `provider/user` → customer id. */
  const customers = new Map<string, string>();
  const accounts = new Map<string, StoredAccount>();
  /** `provider/subscription`. */
  const subscriptions = new Map<string, StoredSubscription>();
  /** `provider/event`. */
  const seen = new Set<string>();

  const customerOwner = (provider: PaymentProvider, customerId: string | undefined): string | undefined => {
    const [key] = [...customers].find(([name, id]) => id === customerId && name.startsWith(`${provider}/`)) ?? [];
    return key?.slice(provider.length + 1);
  };
  const ownerOf = (provider: PaymentProvider, event: PaymentEvent): string | undefined => {
    const { subscriptionId, customerId, userId } = event;
    const known = subscriptions.get(`${provider}/${subscriptionId}`)?.userId;
    const owner = known ?? customerOwner(provider, customerId) ?? userId;
    return owner !== undefined && isUser(owner) ? owner : undefined;
  };

  return {
    async billingCustomer(provider, userId) {
      return customers.get(`${provider}/${userId}`);
    },
    async setBillingCustomer(provider, userId, customerId) {
      customers.set(`${provider}/${userId}`, customerId);
    },

    async applyPaymentEvent(provider, event) {
      const userId = ownerOf(provider, event);
      if (userId === undefined) return undefined;
      const { subscriptionId } = event;
      const key = `${provider}/${subscriptionId}`;
      const stored = subscriptions.get(key) ?? { provider, subscriptionId, userId, events: [] };
      subscriptions.set(key, stored);
      const account = accounts.get(userId) ?? { version: 0, announced: noSubscription, dueAt: undefined };
      accounts.set(userId, account);
      account.version += 1;
      if (seen.has(`${provider}/${event.eventId}`)) return { userId };
      seen.add(`${provider}/${event.eventId}`);
      const before = JSON.stringify(applyEvents(stored.events).subscription);
      stored.events.push(event);
      if (JSON.stringify(applyEvents(stored.events).subscription) !== before) account.dueAt = 0;
      return { userId };
    },
    async billingAccount(userId) {
      const account = isUser(userId) ? accounts.get(userId) : undefined;
      const records = [...subscriptions.values()]
        .filter((stored) => account !== undefined && stored.userId === userId)
        .map(toRecord);
      return {
        subscriptions: records.sort(earliestFirst),
        announced: account?.announced ?? noSubscription,
        version: account?.version ?? 0,
      };
    },
    async setBillingAnnounced(userId, version, announced, dueAt, now) {
      const account = accounts.get(userId);
      if (account?.version !== version) return false;
      accounts.set(userId, { version, announced, dueAt, announcedAt: now });
      return true;
    },
    async usersWithBillingDue(now, limit) {
      return [...accounts]
        .filter(([, { dueAt, announcedAt = 0 }]) => (dueAt !== undefined && dueAt <= now) || announcedAt > now)
        .map(([userId, { dueAt = 0 }]) => ({ userId, dueAt }))
        .sort((one, other) => one.dueAt - other.dueAt || (one.userId < other.userId ? -1 : 1))
        .slice(0, limit)
        .map(({ userId }) => userId);
    },
  };
}

function toRecord({ events, ...stored }: StoredSubscription): SubscriptionRecord {
  return { ...stored, ...applyEvents(events) };
}

function earliestFirst(one: SubscriptionRecord, other: SubscriptionRecord): number {
  if (one.startedAt !== other.startedAt) return one.startedAt - other.startedAt;
  return one.subscriptionId < other.subscriptionId ? -1 : 1;
}
