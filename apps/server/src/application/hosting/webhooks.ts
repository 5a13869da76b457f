import { randomBytes, randomUUID } from 'node:crypto';
import { RoomtoneError, serviceLimits } from '@roomtone/protocol';
import type { AddWebhookBody, ChangeWebhookBody } from '@roomtone/protocol/rest';
import { serverLimits } from '../../domain/server-limits.ts';
import type { AuditRecorder } from '../../ports/audit-log.ts';
import type { DeliveryRecord, NewDelivery, WebhookRecord } from '../../ports/webhook-storage.ts';
import type { ServiceEvent, ServiceEvents } from '../../ports/webhooks.ts';
import { AscendingIds } from '../ascending-ids.ts';
import { WebhookDeliveries, type WebhookDeliveriesDeps } from './webhook-deliveries.ts';
import { shownSecret } from './webhook-signature.ts';

export interface WebhooksDeps extends WebhookDeliveriesDeps {
  readonly audit: AuditRecorder;
  readonly every: (intervalMs: number, run: () => void) => () => void;
}

type Listed = WebhookRecord & { readonly waiting: number };

const secretBytes = 24;
const { events: mostEvents, knownMs, lookMs, waiting: mostWaiting } = serverLimits.webhooks;

/** The webhooks of the service (S40): who manages them, what they are told, and when. */
export class Webhooks implements ServiceEvents {
  readonly #deps: WebhooksDeps;
  readonly #deliveries: WebhookDeliveries;
  readonly #ids = new AscendingIds();
  #known: readonly Listed[] = [];
  #knownAtMs = Number.NEGATIVE_INFINITY;
  /** Events that are not stored yet. */
  #events: (readonly [event: ServiceEvent, at: number])[] = [];
  #storing: Promise<void> | undefined;
  #stop = (): void => {};

  constructor(deps: WebhooksDeps) {
    this.#deps = deps;
    this.#deliveries = new WebhookDeliveries(deps, (webhookId) => this.#gone(webhookId));
  }

  /** Goes on with what earlier processes have left, and looks for more from then on. */
  open(): void {
    this.#stop = this.#deps.every(lookMs, () => {
      if (this.#known.length > 0) void this.#deliveries.look();
    });
    void this.#read()
      .then(() => (this.#known.length > 0 ? this.#deliveries.look() : undefined))
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'webhooks could not be read'));
  }

  /** Resolves when everything that happened so far is stored; what is being sent is tried again later. */
  async close(): Promise<void> {
    this.#stop();
    await this.#storing;
    await this.#deliveries.close();
  }

  tell(event: ServiceEvent): void {
    if (this.#events.length >= mostEvents) {
      this.#deps.log.warn(
        { event: event.type },
        'an event for webhooks was dropped, because too many wait for the storage',
      );
      return;
    }
    this.#events.push([event, this.#deps.clock.nowMs()]);
    this.#startStoring();
  }

  list(): Promise<readonly Listed[]> {
    return this.#deps.storage.webhooks();
  }

  /**
   * Adds one; resolves with it and with its secret, which nobody is shown again.
   * @throws {RoomtoneError} VALIDATION_ERROR on `url`; AUTHORIZATION_ERROR with reason webhook_quota.
   */
  async add(body: AddWebhookBody, byUserId: string): Promise<{ readonly webhook: Listed; readonly secret: string }> {
    const { storage, clock, sender, secrets } = this.#deps;
    sender.check(body.url);
    const webhookId = randomUUID();
    const secret = randomBytes(secretBytes);
    const { url, events, room_id: roomId = '' } = body;
    const webhook: WebhookRecord = {
      ...{ webhookId, url, events, roomId: roomId === '' ? undefined : roomId, active: true },
      secret: secrets.seal(secret, webhookId),
      createdAt: clock.nowMs(),
    };
    const quota = serviceLimits.webhooks.ofService;
    if (!(await storage.addWebhook(webhook, quota)))
      throw new RoomtoneError('AUTHORIZATION_ERROR', `There are ${quota} webhooks already, which is the limit.`, {
        reason: 'webhook_quota',
        limit: quota,
      });
    this.#changed(byUserId, 'webhook_added');
    await this.#read();
    return { webhook: { ...webhook, waiting: 0 }, secret: shownSecret(secret) };
  }

  /** @throws {RoomtoneError} VALIDATION_ERROR on `url`; RESOURCE_NOT_FOUND. */
  async change(webhookId: string, body: ChangeWebhookBody, byUserId: string): Promise<Listed> {
    const { url, events, room_id: roomId, active } = body;
    if (url !== undefined) this.#deps.sender.check(url);
    const change = { url, events, active, roomId: roomId === '' ? null : roomId };
    if (!(await this.#deps.storage.changeWebhook(webhookId, change))) throw noWebhook();
    const changed = await this.#one(webhookId);
    this.#changed(byUserId, 'webhook_changed');
    void this.#deliveries.look();
    return changed;
  }

  /** @throws {RoomtoneError} RESOURCE_NOT_FOUND. */
  async remove(webhookId: string, byUserId: string): Promise<void> {
    if (!(await this.#deps.storage.removeWebhook(webhookId))) throw noWebhook();
    this.#changed(byUserId, 'webhook_removed');
    await this.#read();
  }

  /** Sends an event that says nothing; resolves with the id of its delivery. @throws {RoomtoneError} RESOURCE_NOT_FOUND. */
  async test(webhookId: string): Promise<string> {
    await this.#one(webhookId);
    const delivery = this.#delivery(webhookId, 'webhook.test', {}, this.#deps.clock.nowMs());
    await this.#deps.storage.addDeliveries([delivery], Number.MAX_SAFE_INTEGER);
    void this.#deliveries.look();
    return delivery.deliveryId;
  }

  /** @throws {RoomtoneError} RESOURCE_NOT_FOUND. */
  async deliveries(webhookId: string): Promise<readonly DeliveryRecord[]> {
    await this.#one(webhookId);
    return this.#deps.storage.deliveriesOf(webhookId, serviceLimits.webhooks.logged);
  }

  /** Sends a delivery again. @throws {RoomtoneError} RESOURCE_NOT_FOUND. */
  async repeat(webhookId: string, deliveryId: string): Promise<void> {
    if (!(await this.#deps.storage.repeatDelivery(webhookId, deliveryId, this.#deps.clock.nowMs())))
      throw new RoomtoneError('RESOURCE_NOT_FOUND', 'There is no such delivery.');
    void this.#deliveries.look();
  }

  async #read(): Promise<void> {
    this.#known = await this.#deps.storage.webhooks();
    this.#knownAtMs = this.#deps.clock.monotonicMs();
  }

  async #one(webhookId: string): Promise<Listed> {
    await this.#read();
    const found = this.#known.find((webhook) => webhook.webhookId === webhookId);
    if (found === undefined) throw noWebhook();
    return found;
  }

  /** The receiver has answered that it is gone for good. */
  async #gone(webhookId: string): Promise<void> {
    this.#deps.log.warn({ webhook_id: webhookId }, 'a webhook was switched off, because its address answered 410');
    await this.#deps.storage.changeWebhook(webhookId, { active: false });
    await this.#read();
  }

  #startStoring(): void {
    if (this.#events.length === 0) return;
    this.#storing ??= this.#store().finally(() => {
      this.#storing = undefined;
      this.#startStoring();
    });
  }

  async #store(): Promise<void> {
    const { storage, clock, log } = this.#deps;
    while (this.#events.length > 0) {
      try {
        // Another process may have changed them.
        if (clock.monotonicMs() - this.#knownAtMs >= knownMs) await this.#read();
        const events = this.#events;
        this.#events = [];
        const deliveries = events.flatMap(([event, at]) =>
          this.#known
            .filter((webhook) => wants(webhook, event))
            .map(({ webhookId }) =>
              this.#delivery(webhookId, event.type, { room_id: event.roomId, ...event.data }, at),
            ),
        );
        if (deliveries.length === 0) continue;
        const added = await storage.addDeliveries(deliveries, mostWaiting);
        if (added < deliveries.length)
          log.warn({ events: deliveries.length - added }, 'events were dropped, because too many wait for a webhook');
      } catch (error) {
        this.#events = [];
        log.error({ err: error }, 'events for webhooks could not be stored');
      }
    }
    if (this.#known.length > 0) void this.#deliveries.look();
  }

  #delivery(webhookId: string, event: string, data: ServiceEvent['data'], at: number): NewDelivery {
    const body = JSON.stringify({ type: event, timestamp: new Date(at).toISOString(), data });
    return { deliveryId: `msg_${this.#ids.next(at)}`, webhookId, event, body, createdAt: at };
  }

  /** The address may hold a secret of its receiver, and stays out of the log. */
  #changed(byUserId: string, action: string): void {
    this.#deps.audit.record({ kind: 'webhook_changed', userId: byUserId, details: { action } });
  }
}

function wants({ active, events, roomId }: WebhookRecord, event: ServiceEvent): boolean {
  return active && events.includes(event.type) && (roomId === undefined || roomId === event.roomId);
}

function noWebhook(): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', 'There is no such webhook.');
}
