import Type from 'typebox';
import type { SubscriptionChange } from '../../domain/subscription.ts';
import type { PaymentEvent } from '../../ports/payments.ts';
import { compileSchema } from './compile-schema.ts';

const id = Type.String({ minLength: 1, maxLength: 255 });

/** An event that the sandbox sends to the webhook. Times are ms since 1970. */
const SandboxEvent = Type.Object({
  id,
  type: Type.String(),
  created: Type.Integer({ minimum: 0 }),
  data: Type.Object({
    subscription_id: id,
    customer_id: id,
    user_id: id,
    product_id: id,
    /** End of the paid period; only with payments. */
    paid_until: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
});
export type SandboxEvent = Type.Static<typeof SandboxEvent>;

const isSandboxEvent = compileSchema(SandboxEvent);

/** Parses a body whose signature has been checked; undefined for event types that have no meaning here. */
export function parseSandboxEvent(body: Uint8Array): PaymentEvent | undefined {
  const event: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
  if (!isSandboxEvent(event)) return undefined;
  const changes = changesOf(event);
  if (changes === undefined) return undefined;
  return {
    eventId: event.id,
    occurredAt: event.created,
    changes,
    productId: event.data.product_id,
    subscriptionId: event.data.subscription_id,
    customerId: event.data.customer_id,
    userId: event.data.user_id,
  };
}

function changesOf({ type, data }: SandboxEvent): readonly SubscriptionChange[] | undefined {
  switch (type) {
    case 'subscription.paid':
      // A new payment also undoes a cancellation.
      return data.paid_until === undefined
        ? undefined
        : [{ kind: 'paid', until: data.paid_until }, { kind: 'resumed' }];
    case 'subscription.payment_failed':
      return [{ kind: 'failed' }];
    case 'subscription.cancelled':
      return [{ kind: 'cancelled' }];
    default:
      return undefined;
  }
}
