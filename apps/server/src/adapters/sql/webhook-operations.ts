import type { WebhookEvent } from '@roomtone/protocol/rest';
import type { Kysely, Selectable } from 'kysely';
import type {
  Attempt,
  DeliveryRecord,
  NewDelivery,
  WebhookChange,
  WebhookRecord,
} from '../../ports/webhook-storage.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function addWebhook(db: Db, webhook: WebhookRecord, quota: number): Promise<boolean> {
  const { all } = await db
    .selectFrom('webhooks')
    .select((count) => count.fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow();
  if (Number(all) >= quota) return false;
  await db
    .insertInto('webhooks')
    .values({
      webhook_id: webhook.webhookId,
      url: webhook.url,
      secret: webhook.secret,
      events: webhook.events.join(' '),
      room_id: webhook.roomId ?? null,
      active: Number(webhook.active),
      created_at: webhook.createdAt,
    })
    .execute();
  return true;
}

export async function webhooks(db: Db): Promise<readonly (WebhookRecord & { readonly waiting: number })[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .select((webhook) =>
      webhook
        .selectFrom('webhook_deliveries')
        .select((count) => count.fn.countAll<number>().as('all'))
        .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.webhook_id')
        .where('next_attempt_at', 'is not', null)
        .as('waiting'),
    )
    .orderBy('created_at')
    .orderBy('webhook_id')
    .execute();
  return rows.map((row) => ({
    webhookId: row.webhook_id,
    url: row.url,
    secret: row.secret,
    // Written by addWebhook() and changeWebhook().
    events: row.events.split(' ').filter((event) => event !== '') as WebhookEvent[],
    roomId: row.room_id ?? undefined,
    active: row.active === 1,
    createdAt: row.created_at,
    waiting: Number(row.waiting),
  }));
}

export async function changeWebhook(db: Db, webhookId: string, change: WebhookChange): Promise<boolean> {
  const { url, events, roomId, active } = change;
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({
      // One that is always set, so that an empty change is one, too.
      webhook_id: webhookId,
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: events.join(' ') }),
      ...(roomId === undefined ? {} : { room_id: roomId }),
      ...(active === undefined ? {} : { active: Number(active) }),
    })
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

export async function removeWebhook(db: Db, webhookId: string): Promise<boolean> {
  await db.deleteFrom('webhook_deliveries').where('webhook_id', '=', webhookId).execute();
  const { numDeletedRows } = await db.deleteFrom('webhooks').where('webhook_id', '=', webhookId).executeTakeFirst();
  return numDeletedRows > 0;
}

/** Rows of one statement: the number of its parameters has a limit. */
const rowsAtOnce = 500;

export async function addDeliveries(db: Db, deliveries: readonly NewDelivery[], most: number): Promise<number> {
  const room = new Map<string, number>();
  for (const { webhookId, waiting } of await webhooks(db)) room.set(webhookId, most - waiting);
  const rows = deliveries.flatMap(({ deliveryId, webhookId, event, body, createdAt }) => {
    const left = room.get(webhookId) ?? 0;
    if (left <= 0) return [];
    room.set(webhookId, left - 1);
    const times = { created_at: createdAt, due_since: createdAt, next_attempt_at: createdAt };
    const state = { state: 'waiting', attempts: 0, error: '' } as const;
    return [{ delivery_id: deliveryId, webhook_id: webhookId, event, body, ...times, ...state }];
  });
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await db
      .insertInto('webhook_deliveries')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
  }
  return rows.length;
}

export async function webhooksWithDeliveriesDue(db: Db, now: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.webhook_id', 'webhook_deliveries.webhook_id')
    .select('webhooks.webhook_id as id')
    .distinct()
    .where('next_attempt_at', '<=', now)
    .where('webhooks.active', '=', 1)
    .execute();
  return rows.map(({ id }) => id);
}

export async function takeDeliveries(
  db: Db,
  webhookId: string,
  now: number,
  untilMs: number,
  most: number,
): Promise<readonly DeliveryRecord[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', '<=', now)
    .orderBy('delivery_id')
    .limit(most)
    .execute();
  const ids = rows.map((row) => row.delivery_id);
  if (ids.length > 0)
    await db
      .updateTable('webhook_deliveries')
      .set({ next_attempt_at: untilMs })
      .where('delivery_id', 'in', ids)
      .execute();
  return rows.map(toDelivery);
}

export async function deliveryAttempted(db: Db, deliveryId: string, attempt: Attempt, kept: number): Promise<void> {
  const row = await db
    .updateTable('webhook_deliveries')
    .set((delivery) => ({
      state: attempt.state,
      attempts: delivery('attempts', '+', 1),
      last_attempt_at: attempt.at,
      next_attempt_at: attempt.nextAttemptAt ?? null,
      status: attempt.status ?? null,
      error: attempt.error,
    }))
    .where('delivery_id', '=', deliveryId)
    .returning('webhook_id')
    .executeTakeFirst();
  if (row === undefined) return;
  const done = db
    .selectFrom('webhook_deliveries')
    .select('delivery_id')
    .where('webhook_id', '=', row.webhook_id)
    .where('next_attempt_at', 'is', null);
  const newestToGo = await done.orderBy('delivery_id', 'desc').limit(1).offset(kept).executeTakeFirst();
  if (newestToGo === undefined) return;
  await db
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', '=', row.webhook_id)
    .where('next_attempt_at', 'is', null)
    .where('delivery_id', '<=', newestToGo.delivery_id)
    .execute();
}

export async function deliveriesOf(db: Db, webhookId: string, most: number): Promise<readonly DeliveryRecord[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('delivery_id', 'desc')
    .limit(most)
    .execute();
  return rows.map(toDelivery);
}

export async function repeatDelivery(db: Db, webhookId: string, deliveryId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, due_since: now, next_attempt_at: now })
    .where('webhook_id', '=', webhookId)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

function toDelivery(row: Selectable<Schema['webhook_deliveries']>): DeliveryRecord {
  return {
    deliveryId: row.delivery_id,
    webhookId: row.webhook_id,
    event: row.event,
    body: row.body,
    createdAt: row.created_at,
    state: row.state,
    attempts: row.attempts,
    dueSince: row.due_since,
    lastAttemptAt: row.last_attempt_at ?? undefined,
    nextAttemptAt: row.next_attempt_at ?? undefined,
    status: row.status ?? undefined,
    error: row.error,
  };
}
