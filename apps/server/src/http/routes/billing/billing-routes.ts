import { RoomtoneError } from '@roomtone/protocol';
import {
  CancelView,
  CheckoutBody,
  CheckoutView,
  PortalBody,
  PortalView,
  ProductListView,
  success,
} from '@roomtone/protocol/rest';
import type { FastifyRequest } from 'fastify';
import type { Billing } from '../../../application/billing/billing.ts';
import type { Config } from '../../../config/config.ts';
import type { BillingProduct } from '../../../ports/payments.ts';
import { baseUrlOf } from '../../plugins/addresses.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { checkReturnUrls } from './billing-return-url.ts';

export interface BillingRoutesDeps {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly billing: Pick<Billing, 'checkIsOn' | 'products' | 'checkout' | 'portal' | 'cancel'>;
  readonly authentication: Authentication;
}

const membersOnly = ['AUTHORIZATION_ERROR', 'RESOURCE_NOT_FOUND'] as const;

/** Products, checkout, portal and cancellation (S19). */
export function billingRoutes(app: App, { config, billing, authentication }: BillingRoutesDeps): void {
  // With billing off these routes do not exist, whatever the token or the body.
  const isOn = async () => billing.checkIsOn();
  const members = [isOn, authentication.required, requireMember];

  app.get(
    '/api/billing/products',
    {
      schema: {
        ...operation('listProducts', 'List the products', 'Billing', {
          token: 'optional',
          description: 'Prices are in minor units: 900 of `eur` is 9 euros. Empty if billing is off.',
        }),
        response: { 200: success(ProductListView) },
      },
      onRequest: authentication.optional,
    },
    async () => succeed({ products: (await billing.products()).map(productView) }),
  );

  app.post(
    '/api/billing/checkout',
    {
      schema: {
        ...operation('createCheckout', 'Start a subscription', 'Billing', {
          token: 'required',
          errors: membersOnly,
          description:
            'Open `checkout_url` in a browser. It leads on to one of the two addresses, which are http, https or `roomtone:`.',
        }),
        body: CheckoutBody,
        response: { 200: success(CheckoutView) },
      },
      onRequest: members,
    },
    async (request) => {
      const { product_id: productId, success_url: successUrl, cancel_url: cancelUrl } = request.body;
      checkReturnUrls({ success_url: successUrl, cancel_url: cancelUrl });
      const { userId } = requirePrincipal(request);
      const baseUrl = baseUrlOf(request, config);
      const { sessionId, url } = await billing.checkout(userId, { productId, successUrl, cancelUrl, baseUrl });
      return succeed({ checkout_url: url, session_id: sessionId });
    },
  );

  app.post(
    '/api/billing/portal',
    {
      schema: {
        ...operation('createPortal', 'Manage a subscription', 'Billing', {
          token: 'required',
          errors: membersOnly,
          description: 'Open `portal_url` in a browser. Without a subscription it is RESOURCE_NOT_FOUND.',
        }),
        body: PortalBody,
        response: { 200: success(PortalView) },
      },
      onRequest: members,
    },
    async (request) => {
      const { return_url: returnUrl } = request.body;
      checkReturnUrls({ return_url: returnUrl });
      const { userId } = requirePrincipal(request);
      const { url } = await billing.portal(userId, { returnUrl, baseUrl: baseUrlOf(request, config) });
      return succeed({ portal_url: url });
    },
  );

  app.post(
    '/api/billing/cancel',
    {
      schema: {
        ...operation('cancelSubscription', 'Cancel a subscription', 'Billing', {
          token: 'required',
          errors: membersOnly,
          description: 'Pro lasts until `active_until`, the end of the paid period. A second call changes nothing.',
        }),
        response: { 200: success(CancelView) },
      },
      onRequest: members,
    },
    async (request) => {
      const { activeUntil } = await billing.cancel(requirePrincipal(request).userId);
      return succeed({ status: 'cancelled' as const, active_until: new Date(activeUntil).toISOString() });
    },
  );
}

/** Every account is a member unless an admin has removed all its roles. */
async function requireMember(request: FastifyRequest): Promise<void> {
  if (requirePrincipal(request).roles.length > 0) return;
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'Billing is for members.', { required: ['member'] });
}

function productView({ productId, features, ...product }: BillingProduct) {
  return { product_id: productId, features: [...features], ...product };
}
