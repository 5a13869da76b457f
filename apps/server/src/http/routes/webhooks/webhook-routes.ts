import {
  AddWebhookBody,
  ChangeWebhookBody,
  DeliveriesView,
  DeliveryReferenceView,
  type DeliveryView,
  ListedWebhookView,
  NewWebhookView,
  success,
  WebhookReferenceView,
  WebhooksView,
} from '@roomtone/protocol/rest';
import Type from 'typebox';
import type { Webhooks } from '../../../application/hosting/webhooks.ts';
import type { DeliveryRecord, WebhookRecord } from '../../../ports/webhook-storage.ts';
import { adminOnly } from '../../plugins/admin-only.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { dateTime } from '../users/account-views.ts';

const webhook_id = Type.String({ description: 'The id of a webhook.' });
const Params = Type.Object({ webhook_id });
const DeliveryParams = Type.Object({ webhook_id, delivery_id: Type.String({ description: 'The id of a delivery.' }) });

export interface WebhookRoutesDeps {
  readonly webhooks: Webhooks;
  readonly authentication: Authentication;
}

/** Webhooks and their deliveries, for admins (S40). */
export function webhookRoutes(app: App, { webhooks, authentication }: WebhookRoutesDeps): void {
  const onRequest = adminOnly(authentication);

  app.get(
    '/api/webhooks',
    {
      schema: {
        ...operation('listWebhooks', 'List webhooks', 'Webhooks', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR'],
          description: 'Admins only. The oldest first.',
        }),
        response: { 200: success(WebhooksView) },
      },
      onRequest,
    },
    async () => succeed({ webhooks: (await webhooks.list()).map(webhookView) }),
  );

  app.post(
    '/api/webhooks',
    {
      schema: {
        ...operation('addWebhook', 'Add a webhook', 'Webhooks', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR'],
          description:
            'Admins only. From then on its events are sent to the address, signed as Standard Webhooks says. The `secret` that ' +
            'signatures are checked by is in this answer only.',
        }),
        body: AddWebhookBody,
        response: { 201: success(NewWebhookView) },
      },
      onRequest,
    },
    async (request, reply) => {
      const { webhook, secret } = await webhooks.add(request.body, requirePrincipal(request).userId);
      reply.code(201);
      return succeed({ ...webhookView(webhook), secret });
    },
  );

  app.put(
    '/api/webhooks/:webhook_id',
    {
      schema: {
        ...operation('changeWebhook', 'Change a webhook', 'Webhooks', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'RESOURCE_NOT_FOUND'],
          description: 'Admins only. Absent fields keep their values.',
        }),
        params: Params,
        body: ChangeWebhookBody,
        response: { 200: success(ListedWebhookView) },
      },
      onRequest,
    },
    async (request) => {
      const { userId } = requirePrincipal(request);
      return succeed(webhookView(await webhooks.change(request.params.webhook_id, request.body, userId)));
    },
  );

  app.delete(
    '/api/webhooks/:webhook_id',
    {
      schema: {
        ...operation('removeWebhook', 'Remove a webhook', 'Webhooks', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'RESOURCE_NOT_FOUND'],
          description: 'Admins only. What waits for it is not sent any more.',
        }),
        params: Params,
        response: { 200: success(WebhookReferenceView) },
      },
      onRequest,
    },
    async (request) => {
      const { webhook_id } = request.params;
      await webhooks.remove(webhook_id, requirePrincipal(request).userId);
      return succeed({ webhook_id });
    },
  );

  app.post(
    '/api/webhooks/:webhook_id/test',
    {
      schema: {
        ...operation('testWebhook', 'Test a webhook', 'Webhooks', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'RESOURCE_NOT_FOUND'],
          description:
            'Admins only. Sends `webhook.test`, whatever its events are; the deliveries show what became of it.',
        }),
        params: Params,
        response: { 200: success(DeliveryReferenceView) },
      },
      onRequest,
    },
    async (request) => {
      const delivery_id = await webhooks.test(request.params.webhook_id);
      return succeed({ delivery_id });
    },
  );

  app.get(
    '/api/webhooks/:webhook_id/deliveries',
    {
      schema: {
        ...operation('listDeliveries', 'List the deliveries of a webhook', 'Webhooks', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'RESOURCE_NOT_FOUND'],
          description: 'Admins only. Up to 100, the newest first.',
        }),
        params: Params,
        response: { 200: success(DeliveriesView) },
      },
      onRequest,
    },
    async (request) => {
      const deliveries = await webhooks.deliveries(request.params.webhook_id);
      return succeed({ deliveries: deliveries.map(deliveryView) });
    },
  );

  app.post(
    '/api/webhooks/:webhook_id/deliveries/:delivery_id/repeat',
    {
      schema: {
        ...operation('repeatDelivery', 'Send a delivery again', 'Webhooks', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'RESOURCE_NOT_FOUND'],
          description: 'Admins only. With the same id, whatever became of it before.',
        }),
        params: DeliveryParams,
        response: { 200: success(DeliveryReferenceView) },
      },
      onRequest,
    },
    async (request) => {
      const { webhook_id, delivery_id } = request.params;
      await webhooks.repeat(webhook_id, delivery_id);
      return succeed({ delivery_id });
    },
  );
}

function webhookView(webhook: WebhookRecord & { readonly waiting: number }): ListedWebhookView {
  const { webhookId, url, events, roomId = '', active, createdAt, waiting } = webhook;
  return {
    webhook_id: webhookId,
    url,
    events: [...events],
    room_id: roomId,
    active,
    created_at: dateTime(createdAt),
    waiting,
  };
}

function deliveryView(delivery: DeliveryRecord): DeliveryView {
  const {
    deliveryId,
    event,
    state,
    createdAt,
    attempts,
    lastAttemptAt,
    nextAttemptAt,
    status = null,
    error,
  } = delivery;
  return {
    delivery_id: deliveryId,
    ...{ event, state, attempts, status, error },
    created_at: dateTime(createdAt),
    last_attempt_at: lastAttemptAt === undefined ? null : dateTime(lastAttemptAt),
    next_attempt_at: nextAttemptAt === undefined ? null : dateTime(nextAttemptAt),
  };
}
