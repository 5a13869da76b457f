import type { Billing } from '../../../application/billing/billing.ts';
import { billingReturnPage } from '../../pages/billing-return-page.ts';
import { type SandboxPagesDeps, sandboxPages } from '../../pages/billing-sandbox-pages.ts';
import type { App } from '../../plugins/server-types.ts';
import { type BillingRoutesDeps, billingRoutes } from './billing-routes.ts';
import { billingWebhook } from './billing-webhook.ts';

export interface BillingHttpDeps extends Pick<BillingRoutesDeps, 'config' | 'authentication'> {
  readonly billing: Billing;
  /** Only with the sandbox. */
  readonly sandbox: SandboxPagesDeps['sandbox'] | undefined;
  readonly clock: SandboxPagesDeps['clock'];
}

/** How often subscriptions are looked at that time alone has changed. */
const lookIntervalMs = 5_000;

/** Everything of billing that is reached by HTTP. */
export async function billingHttp(app: App, { config, authentication, billing, sandbox, clock }: BillingHttpDeps) {
  billingRoutes(app, { config, billing, authentication });
  await billingWebhook(app, { billing });
  billingReturnPage(app);
  if (sandbox !== undefined) await sandboxPages(app, { sandbox, billing, clock });
  const looking = setInterval(() => {
    void billing.announceDue((error) => app.log.warn({ err: error }, 'a subscription could not be announced'));
  }, lookIntervalMs);
  looking.unref();
  app.addHook('onClose', async () => clearInterval(looking));
}
