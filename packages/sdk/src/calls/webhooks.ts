import type * as wire from '@roomtone/protocol/rest';
import type { CallOptions } from '../call-options.ts';
import type { Camel } from '../camel-case.ts';
import { inPath, type Send } from './send.ts';

export type { WebhookEvent } from '@roomtone/protocol/rest';
/** Where events are sent. Times are ms since 1970. */
export type WebhookView = Camel<wire.ListedWebhookView>;
/** The only answer with the secret that signatures are checked by. */
export type NewWebhookView = Camel<wire.NewWebhookView>;
/** One event on its way to a webhook, or what became of it. */
export type DeliveryView = Camel<wire.DeliveryView>;
export type NewWebhook = Camel<wire.AddWebhookBody>;
export type WebhookChanges = Camel<wire.ChangeWebhookBody>;

/** The webhooks of the server. For admins. */
export function webhookCalls(send: Send) {
  const path = '/api/webhooks';
  const of = (webhookId: string) => `${path}/${inPath(webhookId)}`;
  return {
    /** The oldest first. */
    list: async (options?: CallOptions): Promise<readonly WebhookView[]> =>
      (await send<{ webhooks: WebhookView[] }>({ method: 'GET', path }, options)).webhooks,
    add: (webhook: NewWebhook, options?: CallOptions): Promise<NewWebhookView> =>
      send({ method: 'POST', path, body: webhook }, options),
    /** Absent fields keep their values. */
    change: (webhookId: string, changes: WebhookChanges, options?: CallOptions): Promise<WebhookView> =>
      send({ method: 'PUT', path: of(webhookId), body: changes }, options),
    remove: async (webhookId: string, options?: CallOptions): Promise<void> => {
      await send({ method: 'DELETE', path: of(webhookId) }, options);
    },
    /** Sends the event `webhook.test`. */
    test: async (webhookId: string, options?: CallOptions): Promise<void> => {
      await send({ method: 'POST', path: `${of(webhookId)}/test` }, options);
    },
    /** Up to 100, the newest first. */
    deliveries: async (webhookId: string, options?: CallOptions): Promise<readonly DeliveryView[]> => {
      const request = { method: 'GET', path: `${of(webhookId)}/deliveries` } as const;
      return (await send<{ deliveries: DeliveryView[] }>(request, options)).deliveries;
    },
    /** Sends a delivery again. */
    repeat: async (webhookId: string, deliveryId: string, options?: CallOptions): Promise<void> => {
      await send({ method: 'POST', path: `${of(webhookId)}/deliveries/${inPath(deliveryId)}/repeat` }, options);
    },
  };
}
