import { success, WebhookView } from '@roomtone/protocol/rest';
import type { Billing } from '../../../application/billing/billing.ts';
import { alone, type Leases } from '../../../ports/leases.ts';
import { billingReturnPage } from '../../pages/billing-return-page.ts';
import { type SandboxPagesDeps, sandboxPages } from '../../pages/billing-sandbox-pages.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { type BillingRoutesDeps, billingRoutes } from './billing-routes.ts';

export interface BillingEndpointsDeps extends Pick<BillingRoutesDeps, 'config' | 'authentication'> {
  readonly billing: Billing;
  /** Undefined with any other provider. */
  readonly sandbox: SandboxPagesDeps['sandbox'] | undefined;
  readonly clock: SandboxPagesDeps['clock'];
  /** One process of the service at a time announces what is due; this one is alone unless given. */
  readonly leases?: Leases | undefined;
}

/** The interval at which subscriptions are announced that changed only because time has passed. */
const announceIntervalMs = 5_000;

/** Adds billing's routes, webhook and pages, and its periodic task. */
export async function billingEndpoints(
  app: App,
  { config, authentication, billing, sandbox, clock, leases = alone }: BillingEndpointsDeps,
) {
  billingRoutes(app, { config, billing, authentication });
  await billingWebhook(app, { billing });
  billingReturnPage(app);
  if (sandbox !== undefined) await sandboxPages(app, { sandbox, billing, clock });
  const announcing = setInterval(() => {
    const warn = (error: unknown) => app.log.warn({ err: error }, 'a subscription could not be announced');
    void leases.runAlone('billing', announceIntervalMs - 1_000, () => billing.announceDue(warn));
  }, announceIntervalMs);
  announcing.unref();
  app.addHook('onClose', async () => clearInterval(announcing));
}

/** Receives the payment provider's events (S19.9). The signature covers the bytes, so the body is read as bytes. */
async function billingWebhook(
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
