import type { WebhookEvent } from '@roomtone/protocol/rest';

export interface WebhookRecord {
  readonly webhookId: string;
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
  readonly events: readonly WebhookEvent[];
  /** Undefined for all rooms. */
  readonly roomId: string | undefined;
  readonly active: boolean;
  /** ms since 1970. */
  readonly createdAt: number;
}

export interface WebhookChange {
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  /** Null for all rooms. */
  readonly roomId?: string | null | undefined;
  readonly active?: boolean | undefined;
}

export interface NewDelivery {
  /** Unique, and ascending with the time. */
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly event: string;
  readonly body: string;
  /** ms since 1970. */
  readonly createdAt: number;
}

/** A delivery in the log. Times are ms since 1970. */
export interface DeliveryRecord extends NewDelivery {
  readonly state: 'waiting' | 'delivered' | 'dead';
  readonly attempts: number;
  /** When it was first due, also after somebody has asked for it again. */
  readonly dueSince: number;
  readonly lastAttemptAt: number | undefined;
  /** Undefined unless it waits. */
  readonly nextAttemptAt: number | undefined;
  readonly status: number | undefined;
  readonly error: string;
}

export interface Attempt {
  readonly at: number;
  readonly state: DeliveryRecord['state'];
  readonly nextAttemptAt: number | undefined;
  readonly status: number | undefined;
  readonly error: string;
}

export interface WebhookStorage {
  /** False if there are `quota` already. */
  addWebhook(webhook: WebhookRecord, quota: number): Promise<boolean>;
  /** The oldest first, with the number of deliveries that wait. */
  webhooks(): Promise<readonly (WebhookRecord & { readonly waiting: number })[]>;
  /** False if there is none. */
  changeWebhook(webhookId: string, change: WebhookChange): Promise<boolean>;
  /** With its deliveries. False if there is none. */
  removeWebhook(webhookId: string): Promise<boolean>;
  /** Adds deliveries, due at once, of those webhooks that exist and of which fewer than `most` wait; resolves with how many those were. */
  addDeliveries(deliveries: readonly NewDelivery[], most: number): Promise<number>;
  /** The ids of active webhooks with deliveries that are due. */
  webhooksWithDeliveriesDue(now: number): Promise<readonly string[]>;
  /** Takes deliveries of a webhook that are due, the oldest first: nobody else gets them before `untilMs`. */
  takeDeliveries(webhookId: string, now: number, untilMs: number, most: number): Promise<readonly DeliveryRecord[]>;
  /** Records an attempt, and keeps the newest `kept` deliveries of the webhook that do not wait. */
  deliveryAttempted(deliveryId: string, attempt: Attempt, kept: number): Promise<void>;
  /** The newest first. */
  deliveriesOf(webhookId: string, most: number): Promise<readonly DeliveryRecord[]>;
  /** Makes a delivery due again, as if it were new; false if there is none. */
  repeatDelivery(webhookId: string, deliveryId: string, now: number): Promise<boolean>;
}
