import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { filledReturnAddress } from '../../adapters/payments/return-address.ts';
import type { SandboxBackend } from '../../adapters/payments/sandbox.ts';
import type { Billing } from '../../application/billing/billing.ts';
import { isPro } from '../../domain/subscription.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SubscriptionRecord } from '../../ports/payments.ts';
import type { App } from '../plugins/server-types.ts';
import { checkoutPage, overPage, portalPage } from './billing-sandbox-views.ts';
import { sendPage } from './own-page.ts';

export interface SandboxPagesDeps {
  readonly sandbox: SandboxBackend;
  readonly billing: Pick<Billing, 'account' | 'receiveWebhook'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

const Params = Type.Object({ session_id: Type.String() });
const ActParams = Type.Object({ session_id: Type.String(), act: Type.Enum(['cancel', 'fail', 'renew']) });

/**
 * The sandbox's checkout and portal: what a payment provider would show on its own site. Whoever has a page's address
 * may use it, as with the provider's; everything that happens there reaches the server as a signed event.
 */
export async function sandboxPages(app: App, { sandbox, billing, clock }: SandboxPagesDeps): Promise<void> {
  const { sessions } = sandbox;
  const send = async (event: ReturnType<SandboxBackend['pay']>) => billing.receiveWebhook(event.body, event.headers);
  const isOver = (reply: FastifyReply) => sendPage(reply, overPage());
  const subscriptionOf = async (userId: string): Promise<SubscriptionRecord | undefined> => {
    const { subscriptions } = await billing.account(userId);
    const own = subscriptions.filter(({ provider }) => provider === 'sandbox');
    // The one that still counts; of those that are over the last one.
    return own.findLast(({ subscription }) => isPro(subscription, clock.nowMs())) ?? own.at(-1);
  };

  await app.register(async (scope) => {
    const pages: App = scope;
    pages.removeAllContentTypeParsers();
    // The buttons' forms have no fields: whatever a browser sends with them is not looked at.
    pages.addContentTypeParser('*', { bodyLimit: 4096, parseAs: 'buffer' }, (_request, _body, done) => done(null));

    pages.get('/billing/sandbox/checkout/:session_id', { schema: { params: Params } }, async (request, reply) => {
      const checkout = await sessions.checkout(request.params.session_id);
      return checkout === undefined ? isOver(reply) : sendPage(reply, checkoutPage(checkout));
    });

    pages.post('/billing/sandbox/checkout/:session_id/pay', { schema: { params: Params } }, async (request, reply) => {
      const checkout = await sessions.checkout(request.params.session_id);
      if (checkout === undefined) return isOver(reply);
      await send(sandbox.pay(checkout));
      await sessions.closeCheckout(checkout.sessionId);
      return reply.redirect(filledReturnAddress(checkout.successUrl, checkout.sessionId), 303);
    });

    pages.post(
      '/billing/sandbox/checkout/:session_id/cancel',
      { schema: { params: Params } },
      async (request, reply) => {
        const checkout = await sessions.checkout(request.params.session_id);
        if (checkout === undefined) return isOver(reply);
        await sessions.closeCheckout(checkout.sessionId);
        return reply.redirect(filledReturnAddress(checkout.cancelUrl, checkout.sessionId), 303);
      },
    );

    pages.get('/billing/sandbox/portal/:session_id', { schema: { params: Params } }, async (request, reply) => {
      const portal = await sessions.portal(request.params.session_id);
      const record = portal && (await subscriptionOf(portal.userId));
      if (portal === undefined || record === undefined) return isOver(reply);
      return sendPage(reply, portalPage(portal, record, clock.nowMs()));
    });

    pages.post(
      '/billing/sandbox/portal/:session_id/:act',
      { schema: { params: ActParams } },
      async (request, reply) => {
        const { session_id: sessionId, act } = request.params;
        const portal = await sessions.portal(sessionId);
        const record = portal && (await subscriptionOf(portal.userId));
        if (record === undefined) return isOver(reply);
        await send(await sandbox.act(act, record));
        // Relative, as a proxy in front may have added a path.
        return reply.redirect(`../${sessionId}`, 303);
      },
    );
  });
}
