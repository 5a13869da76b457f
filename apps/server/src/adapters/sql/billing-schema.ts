import type { PaymentProvider } from '../../ports/payments.ts';
import type { UsersTable } from './users-table.ts';

/** Billing's tables, and the users they refer to. */
export interface BillingTables {
  users: UsersTable;
  billing_customers: BillingCustomersTable;
  billing_accounts: BillingAccountsTable;
  subscriptions: SubscriptionsTable;
  billing_events: BillingEventsTable;
}

interface BillingCustomersTable {
  provider: PaymentProvider;
  user_id: string;
  customer_id: string;
}

interface BillingAccountsTable {
  user_id: string;
  /** The number of events received for this user. */
  version: number;
  /** JSON: the Subscription last announced to the rest of the server. */
  announced: string;
  /** When the next announcement is due; 0: now; null: not before the next event. */
  due_at: number | null;
  /** When it was last announced; null if that was before this column existed. */
  announced_at: number | null;
}

export interface SubscriptionsTable {
  provider: PaymentProvider;
  subscription_id: string;
  user_id: string;
  product_id: string | null;
  /** JSON: the Subscription that results from its events. */
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
