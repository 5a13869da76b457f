import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table webhooks (
    webhook_id text primary key not null,
    url text not null,
    secret text not null,
    events text not null,
    room_id text,
    active integer not null,
    created_at bigint not null
  )`,
  `create table webhook_deliveries (
    delivery_id text primary key not null,
    webhook_id text not null references webhooks (webhook_id) on delete cascade,
    event text not null,
    body text not null,
    created_at bigint not null,
    state text not null,
    attempts integer not null,
    due_since bigint not null,
    last_attempt_at bigint,
    next_attempt_at bigint,
    status integer,
    error text not null
  )`,
  'create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, delivery_id)',
  'create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where next_attempt_at is not null',
];

/** Webhooks of the host, and the log of what was sent to them. */
export const webhooks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
