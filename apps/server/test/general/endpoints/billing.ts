// The endpoints of billing.

import { createPopulatedApp, type PopulatedApp } from '../populated-app.ts';
import type { Endpoint } from './endpoint.ts';

const returnTo = { return_url: 'https://a.example/' };

const withoutBilling = () => createPopulatedApp({ deps: { payments: { payments: undefined, sandbox: undefined } } });

/** The refusals of a server without billing, and of a user who may not subscribe. */
const billing = {
  RESOURCE_NOT_FOUND:
    (path: string) =>
    async ({ once }: PopulatedApp) => {
      const { call, ada } = await once(withoutBilling);
      return call('POST', path, { token: ada.token, body: {} });
    },
  AUTHORIZATION_ERROR:
    (path: string) =>
    async ({ call, newcomer, storage }: PopulatedApp) => {
      const { user, token } = await newcomer();
      await storage.setRoles(user.user_id, []);
      return call('POST', path, { token, body: {} });
    },
};

const billingRefusals = (path: string) => ({
  RESOURCE_NOT_FOUND: billing.RESOURCE_NOT_FOUND(path),
  AUTHORIZATION_ERROR: billing.AUTHORIZATION_ERROR(path),
});

export const billingEndpoints: readonly Endpoint[] = [
  {
    name: 'GET /api/billing/products',
    status: 200,
    token: 'optional',
    succeed: ({ call }) => call('GET', '/api/billing/products'),
  },
  {
    name: 'POST /api/billing/checkout',
    status: 200,
    token: 'required',
    succeed: ({ startCheckout }) => startCheckout(),
    refusals: billingRefusals('/api/billing/checkout'),
  },
  {
    name: 'POST /api/billing/portal',
    status: 200,
    token: 'required',
    async succeed({ call, pay, ada }) {
      await pay();
      return call('POST', '/api/billing/portal', { token: ada.token, body: returnTo });
    },
    refusals: billingRefusals('/api/billing/portal'),
  },
  {
    name: 'POST /api/billing/cancel',
    status: 200,
    token: 'required',
    async succeed({ call, pay, ada }) {
      await pay();
      return call('POST', '/api/billing/cancel', { token: ada.token });
    },
    refusals: billingRefusals('/api/billing/cancel'),
  },
  {
    name: 'POST /api/billing/webhook',
    status: 200,
    token: 'ignored',
    succeed: ({ pay }) => pay(),
    refusals: {
      async SERVER_ERROR({ call, paymentEvent, breakStorage }) {
        const event = await paymentEvent();
        breakStorage();
        return call('POST', '/api/billing/webhook', event);
      },
      VALIDATION_ERROR: ({ call }) => call('POST', '/api/billing/webhook', { body: { id: 'evt_1' } }),
      RESOURCE_NOT_FOUND: billing.RESOURCE_NOT_FOUND('/api/billing/webhook'),
    },
  },
];
