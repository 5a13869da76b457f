import type { DeliveryRecord } from '../../ports/webhook-storage.ts';

export interface WebhooksTable {
  webhook_id: string;
  url: string;
  secret: string;
  /** Separated by spaces. */
  events: string;
  /** Null for all rooms. No reference: a room that is gone has one last event. */
  room_id: string | null;
  active: number;
  created_at: number;
}

export interface WebhookDeliveriesTable {
  /** Ascending with the time. */
  delivery_id: string;
  webhook_id: string;
  event: string;
  body: string;
  created_at: number;
  state: DeliveryRecord['state'];
  attempts: number;
  due_since: number;
  last_attempt_at: number | null;
  /** Null unless it waits. */
  next_attempt_at: number | null;
  status: number | null;
  error: string;
}
