import type { Kysely, Selectable } from 'kysely';
import type { Subscription } from '../../domain/subscription.ts';
import { applyEvents, type SubscriptionEvent, type SubscriptionHistory } from '../../domain/subscription-history.ts';
import type { BillingAccount } from '../../ports/billing-storage.ts';
import type { PaymentEvent, PaymentProvider, SubscriptionRecord } from '../../ports/payments.ts';
import type { BillingEventsTable, BillingTables, SubscriptionsTable } from './billing-schema.ts';

type Db = Kysely<BillingTables>;

export async function billingCustomer(db: Db, provider: PaymentProvider, userId: string): Promise<string | undefined> {
  const query = db
    .selectFrom('billing_customers')
    .select('customer_id')
    .where('provider', '=', provider)
    .where('user_id', '=', userId);
  return (await query.executeTakeFirst())?.customer_id;
}

export async function setBillingCustomer(
  db: Db,
  provider: PaymentProvider,
  userId: string,
  customerId: string,
): Promise<void> {
  await db
    .insertInto('billing_customers')
    .values({ provider, user_id: userId, customer_id: customerId })
    .onConflict((conflict) => conflict.columns(['provider', 'user_id']).doUpdateSet({ customer_id: customerId }))
    .execute();
}

/** Needs a transaction around it, which every operation has in the storage worker. */
export async function applyPaymentEvent(
  db: Db,
  provider: PaymentProvider,
  event: PaymentEvent,
): Promise<{ readonly userId: string } | undefined> {
  const userId = await ownerOf(db, provider, event);
  if (userId === undefined) return undefined;
  await countEvent(db, userId);
  const before = await ensureSubscription(db, provider, event.subscriptionId, userId);
  await db
    .insertInto('billing_events')
    .values(eventRow(provider, event))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const history = await historyOf(db, provider, event.subscriptionId);
  await saveHistory(db, provider, event.subscriptionId, history);
  if (JSON.stringify(history.subscription) !== before) {
    await db.updateTable('billing_accounts').set({ due_at: 0 }).where('user_id', '=', userId).execute();
  }
  return { userId };
}

export async function billingAccount(db: Db, userId: string): Promise<BillingAccount> {
  const account = await db.selectFrom('billing_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst();
  const subscriptions = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('started_at')
    .orderBy('subscription_id')
    .execute();
  return {
    subscriptions: subscriptions.map(toSubscriptionRecord),
    announced: JSON.parse(account?.announced ?? nothingAnnounced),
    version: Number(account?.version ?? 0),
  };
}

export async function setBillingAnnounced(
  db: Db,
  userId: string,
  version: number,
  announced: Subscription,
  dueAt: number | undefined,
  now: number,
): Promise<boolean> {
  const updated = await db
    .updateTable('billing_accounts')
    .set({ announced: JSON.stringify(announced), due_at: dueAt ?? null, announced_at: now })
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function usersWithBillingDue(db: Db, now: number, limit: number): Promise<readonly string[]> {
  const due = await db
    .selectFrom('billing_accounts')
    .select('user_id')
    .where((or) => or.or([or('due_at', '<=', now), or('announced_at', '>', now)]))
    .orderBy('due_at')
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return due.map((row) => row.user_id);
}

/** The owner of the subscription, else of the customer, else the user the event names; undefined if nobody here. */
async function ownerOf(db: Db, provider: PaymentProvider, event: PaymentEvent): Promise<string | undefined> {
  const known = await db
    .selectFrom('subscriptions')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subscription_id', '=', event.subscriptionId)
    .executeTakeFirst();
  if (known !== undefined) return known.user_id;
  const customer = await db
    .selectFrom('billing_customers')
    .select('user_id')
    .where('provider', '=', provider)
    .where('customer_id', '=', event.customerId ?? '')
    .executeTakeFirst();
  if (customer !== undefined) return customer.user_id;
  const named = db
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', event.userId ?? '');
  return (await named.executeTakeFirst())?.user_id;
}

/** Raising the version also locks the row in SQL dialects that lock rows, so that events of one user are applied in turn. */
async function countEvent(db: Db, userId: string): Promise<void> {
  await db
    .insertInto('billing_accounts')
    .values({ user_id: userId, version: 1, announced: nothingAnnounced, due_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((row) => ({ version: row('billing_accounts.version', '+', 1) })),
    )
    .execute();
}

/** Creates the subscription if it is new; resolves with its state so far. */
async function ensureSubscription(
  db: Db,
  provider: PaymentProvider,
  subscriptionId: string,
  userId: string,
): Promise<string> {
  await db
    .insertInto('subscriptions')
    .values({ provider, subscription_id: subscriptionId, user_id: userId, ...historyColumns(applyEvents([])) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { state } = await db
    .selectFrom('subscriptions')
    .select('state')
    .where('provider', '=', provider)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  return state;
}

async function historyOf(db: Db, provider: PaymentProvider, subscriptionId: string): Promise<SubscriptionHistory> {
  const events = await db
    .selectFrom('billing_events')
    .selectAll()
    .where('provider', '=', provider)
    .where('subscription_id', '=', subscriptionId)
    .execute();
  return applyEvents(events.map(toEvent));
}

async function saveHistory(
  db: Db,
  provider: PaymentProvider,
  subscriptionId: string,
  history: SubscriptionHistory,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set(historyColumns(history))
    .where('provider', '=', provider)
    .where('subscription_id', '=', subscriptionId)
    .execute();
}

/** The value of `announced` before the first announcement. */
const nothingAnnounced = '{"status":"none"}';

function historyColumns({ subscription, productId, startedAt, newestEventAt }: SubscriptionHistory) {
  return {
    product_id: productId ?? null,
    state: JSON.stringify(subscription),
    started_at: startedAt,
    newest_event_at: newestEventAt,
  };
}

function eventRow(provider: PaymentProvider, event: PaymentEvent): BillingEventsTable {
  return {
    provider,
    event_id: event.eventId,
    subscription_id: event.subscriptionId,
    occurred_at: event.occurredAt,
    changes: JSON.stringify(event.changes),
    product_id: event.productId ?? null,
  };
}

function toEvent(row: Selectable<BillingEventsTable>): SubscriptionEvent {
  return {
    eventId: row.event_id,
    occurredAt: row.occurred_at,
    changes: JSON.parse(row.changes),
    productId: row.product_id ?? undefined,
  };
}

function toSubscriptionRecord(row: Selectable<SubscriptionsTable>): SubscriptionRecord {
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
