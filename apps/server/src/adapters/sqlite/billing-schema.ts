import type { PaymentProvider } from '../../ports/payments.ts';
import type { UsersTable } from './users-table.ts';

/** Billing's tables, and the users that they belong to. */
export interface BillingTables {
  users: UsersTable;
  billing_customers: BillingCustomersTable;
  billing_accounts: BillingAccountsTable;
  subscriptions: SubscriptionsTable;
  billing_events: BillingEventsTable;
}

export interface BillingCustomersTable {
  provider: PaymentProvider;
  user_id: string;
  customer_id: string;
}

export interface BillingAccountsTable {
  user_id: string;
  /** Counts the events that came for this user. */
  version: number;
  /** JSON: the Subscription that the rest of the server was told last. */
  announced: string;
  /** When it has to be told again; 0: at once; null: not before the next event. */
  due_at: number | null;
  /** When it was told last; null: before this was kept. */
  announced_at: number | null;
}

export interface SubscriptionsTable {
  provider: PaymentProvider;
  subscription_id: string;
  user_id: string;
  product_id: string | null;
  /** JSON: the Subscription that its events come to. */
  state: string;
  started_at: number;
  newest_event_at: number;
}

export interface BillingEventsTable {
  provider: PaymentProvider;
  event_id: string;
  subscription_id: string;
  occurred_at: number;
  /** JSON: its SubscriptionChanges. */
  changes: string;
  product_id: string | null;
}
