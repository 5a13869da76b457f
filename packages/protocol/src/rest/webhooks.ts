import Type from 'typebox';
import { limits, serviceLimits } from '../limits.ts';

const closed = { additionalProperties: false } as const;

/** The events that a webhook can be sent. Takes are saved on the devices of players, so that a server knows of none. */
export const webhookEvents = ['room.created', 'room.closed', 'room.joined', 'room.left', 'chat.message'] as const;
export const WebhookEvent = Type.Enum(webhookEvents);
export type WebhookEvent = Type.Static<typeof WebhookEvent>;

const fields = {
  url: Type.String({
    minLength: serviceLimits.webhooks.url.min,
    maxLength: serviceLimits.webhooks.url.max,
    description: 'Where the events are sent: a public address that begins with https://.',
  }),
  events: Type.Array(WebhookEvent, {
    maxItems: webhookEvents.length,
    description: 'The events that are sent. `chat.message` only of rooms whose setting `chat_to_webhooks` allows it.',
  }),
  room_id: Type.String({
    maxLength: limits.roomId.max,
    description: 'Only events of this room; "" for those of all rooms.',
  }),
  active: Type.Boolean({ description: 'False: nothing is sent, and events from then on are not kept.' }),
};

export const AddWebhookBody = Type.Object(
  { url: fields.url, events: fields.events, room_id: Type.Optional(fields.room_id) },
  closed,
);
export type AddWebhookBody = Type.Static<typeof AddWebhookBody>;

export const ChangeWebhookBody = Type.Object(
  {
    url: Type.Optional(fields.url),
    events: Type.Optional(fields.events),
    room_id: Type.Optional(fields.room_id),
    active: Type.Optional(fields.active),
  },
  closed,
);
export type ChangeWebhookBody = Type.Static<typeof ChangeWebhookBody>;

const Time = Type.String({ format: 'date-time' });

export const ListedWebhookView = Type.Object({
  webhook_id: Type.String(),
  url: Type.String(),
  events: Type.Array(WebhookEvent),
  /** "" for all rooms. */
  room_id: Type.String(),
  active: Type.Boolean(),
  created_at: Time,
  /** Deliveries that are still to be made. */
  waiting: Type.Integer(),
});
export type ListedWebhookView = Type.Static<typeof ListedWebhookView>;

export const WebhooksView = Type.Object({ webhooks: Type.Array(ListedWebhookView) });
export type WebhooksView = Type.Static<typeof WebhooksView>;

/** The only answer with the secret that signatures are checked by: `whsec_` and Base64. */
export const NewWebhookView = Type.Object({ ...ListedWebhookView.properties, secret: Type.String() });
export type NewWebhookView = Type.Static<typeof NewWebhookView>;

export const WebhookReferenceView = Type.Object({ webhook_id: Type.String() });
export type WebhookReferenceView = Type.Static<typeof WebhookReferenceView>;

/** `dead`: it is not tried any more. */
export const deliveryStates = ['waiting', 'delivered', 'dead'] as const;

export const DeliveryView = Type.Object({
  /** The `webhook-id` of the request, the same for each attempt. */
  delivery_id: Type.String(),
  /** The event, or `webhook.test`. */
  event: Type.String(),
  state: Type.Enum(deliveryStates),
  created_at: Time,
  attempts: Type.Integer(),
  last_attempt_at: Type.Union([Time, Type.Null()]),
  next_attempt_at: Type.Union([Time, Type.Null()]),
  /** The HTTP status of the last answer; null if there was none. */
  status: Type.Union([Type.Integer(), Type.Null()]),
  /** Why there was none, such as `timeout`, `not_public` or a code of the network; "" otherwise. */
  error: Type.String(),
});
export type DeliveryView = Type.Static<typeof DeliveryView>;

/** Newest first. */
export const DeliveriesView = Type.Object({ deliveries: Type.Array(DeliveryView) });
export type DeliveriesView = Type.Static<typeof DeliveriesView>;

export const DeliveryReferenceView = Type.Object({ delivery_id: Type.String() });
export type DeliveryReferenceView = Type.Static<typeof DeliveryReferenceView>;
