import { serviceLimits } from '@roomtone/protocol';
import { serverLimits } from '../../domain/server-limits.ts';
import { nextAttempt } from '../../domain/webhook-retries.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Attempt, DeliveryRecord, WebhookRecord, WebhookStorage } from '../../ports/webhook-storage.ts';
import type { WebhookSender } from '../../ports/webhooks.ts';
import type { SealedSecrets } from '../accounts/sealed-secrets.ts';
import { signedHeaders } from './webhook-signature.ts';

export interface WebhookDeliveriesDeps {
  readonly storage: WebhookStorage;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly sender: WebhookSender;
  readonly secrets: SealedSecrets;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Returns a signal that aborts when the time is over. */
  readonly deadline?: (ms: number) => AbortSignal;
}

const { atOnce, toOneAtOnce, timeoutMs } = serverLimits.webhooks;
/** Another process may send what one has taken this long ago and not finished. */
const takenMs = 2 * timeoutMs;
/** The receiver wants nothing any more. */
const gone = 410;

/** Sends what is due to webhooks. Several processes share the work: each takes deliveries before it sends them. */
export class WebhookDeliveries {
  readonly #deps: WebhookDeliveriesDeps;
  readonly #onGone: (webhookId: string) => Promise<void>;
  /** The number of requests that are under way, by webhook. */
  readonly #sending = new Map<string, number>();
  readonly #stop = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  #looking: Promise<void> | undefined;
  #looksAgain = false;

  constructor(deps: WebhookDeliveriesDeps, onGone: (webhookId: string) => Promise<void>) {
    this.#deps = deps;
    this.#onGone = onGone;
  }

  /** Sends what is due, as much as may be sent at once. Never rejects. */
  async look(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    this.#looksAgain = true;
    this.#looking ??= this.#lookAll().finally(() => {
      this.#looking = undefined;
      if (this.#looksAgain) void this.look();
    });
    await this.#looking;
  }

  /** Gives up what is being sent; it is tried again later. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#looking;
    await Promise.all(this.#underWay);
  }

  async #lookAll(): Promise<void> {
    const { storage, clock, log } = this.#deps;
    try {
      while (this.#looksAgain && !this.#stop.signal.aborted) {
        this.#looksAgain = false;
        const due = await storage.webhooksWithDeliveriesDue(clock.nowMs());
        if (due.length === 0) continue;
        const webhooks = await storage.webhooks();
        for (const webhook of webhooks) if (due.includes(webhook.webhookId)) await this.#take(webhook);
      }
    } catch (error) {
      log.error({ err: error }, 'deliveries for webhooks could not be read');
    }
  }

  async #take(webhook: WebhookRecord): Promise<void> {
    const { storage, clock } = this.#deps;
    const { webhookId } = webhook;
    const most = Math.min(atOnce - this.#underWay.size, toOneAtOnce - (this.#sending.get(webhookId) ?? 0));
    if (most <= 0) return;
    const now = clock.nowMs();
    const taken = await storage.takeDeliveries(webhookId, now, now + takenMs, most);
    if (this.#stop.signal.aborted) return;
    for (const delivery of taken) {
      this.#sending.set(webhookId, (this.#sending.get(webhookId) ?? 0) + 1);
      const sent = this.#send(webhook, delivery).finally(() => {
        this.#underWay.delete(sent);
        const left = (this.#sending.get(webhookId) ?? 1) - 1;
        if (left > 0) this.#sending.set(webhookId, left);
        else this.#sending.delete(webhookId);
        void this.look();
      });
      this.#underWay.add(sent);
    }
  }

  async #send(webhook: WebhookRecord, delivery: DeliveryRecord): Promise<void> {
    const { storage, clock, sender, secrets, log, deadline = AbortSignal.timeout } = this.#deps;
    const { deliveryId, body } = delivery;
    try {
      const secret = secrets.open(webhook.secret, webhook.webhookId);
      const at = clock.nowMs();
      const outcome =
        secret === undefined
          ? { error: 'secret' }
          : await sender.send(
              { url: webhook.url, headers: signedHeaders(secret, deliveryId, at, body), body },
              AbortSignal.any([deadline(timeoutMs), this.#stop.signal]),
            );
      if (this.#stop.signal.aborted) return;
      await storage.deliveryAttempted(
        deliveryId,
        attempt(delivery, outcome, clock.nowMs()),
        serviceLimits.webhooks.logged,
      );
      if ('status' in outcome && outcome.status === gone) await this.#onGone(webhook.webhookId);
    } catch (error) {
      log.error({ err: error }, 'an attempt to reach a webhook could not be stored');
    }
  }
}

function attempt(
  { dueSince, attempts }: DeliveryRecord,
  outcome: { readonly status: number } | { readonly error: string },
  at: number,
): Attempt {
  const status = 'status' in outcome ? outcome.status : undefined;
  const error = 'error' in outcome ? outcome.error : '';
  if (status !== undefined && status >= 200 && status <= 299)
    return { at, state: 'delivered', nextAttemptAt: undefined, status, error };
  const nextAttemptAt = status === gone ? undefined : nextAttempt(dueSince, attempts + 1, at);
  return { at, state: nextAttemptAt === undefined ? 'dead' : 'waiting', nextAttemptAt, status, error };
}
