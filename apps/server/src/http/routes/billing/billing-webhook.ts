import { success, WebhookView } from '@roomtone/protocol/rest';
import type { Billing } from '../../../application/billing/billing.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';

/** Where the payment provider tells what has happened (S19.9): signed over the bytes, so they are read as they came. */
export async function billingWebhook(
  app: App,
  { billing }: { billing: Pick<Billing, 'checkIsOn' | 'receiveWebhook'> },
): Promise<void> {
  // In a scope of its own, or every route would get its body unread.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      '/api/billing/webhook',
      {
        schema: {
          ...operation('receivePaymentEvent', 'Tell of a payment', 'Billing', {
            token: 'ignored',
            errors: ['RESOURCE_NOT_FOUND'],
            description: 'For the payment provider: a signed event. What it does not sign is refused.',
            ownBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
          }),
          response: { 200: success(WebhookView) },
        },
        config: { ownBody: true },
        onRequest: async () => billing.checkIsOn(),
      },
      async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await billing.receiveWebhook(body, request.headers);
        return succeed({ received: true as const });
      },
    );
  });
}
