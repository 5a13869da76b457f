import { success, WebhookView } from '@roomtone/protocol/rest';
import type { Billing } from '../../../application/billing/billing.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';

/** Receives the payment provider's events (S19.9). The signature covers the bytes, so the body is read as bytes. */
export async function billingWebhook(
  app: App,
  { billing }: { billing: Pick<Billing, 'checkIsOn' | 'receiveWebhook'> },
): Promise<void> {
  // In its own scope, or every route would get its body as bytes.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      '/api/billing/webhook',
      {
        schema: {
          ...operation('receivePaymentEvent', 'Receive a payment event', 'Billing', {
            token: 'ignored',
            errors: ['RESOURCE_NOT_FOUND'],
            description: 'For the payment provider. Events without its signature are refused.',
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
