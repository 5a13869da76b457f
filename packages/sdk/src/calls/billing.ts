import type { CallOptions } from '../call-options.ts';
import { checkKeys } from '../known-keys.ts';
import type { CancelView, CheckoutBody, CheckoutView, PortalBody, PortalView, ProductListView } from '../views.ts';
import type { Send } from './send.ts';

/**
 * Subscriptions to Pro. On a server without billing there are no products, and the other calls reject with
 * RESOURCE_NOT_FOUND.
 * @param client a RoomtoneClient.
 */
export function billingCalls({ call: send }: { readonly call: Send }) {
  return {
    /** Prices are in minor units: 900 of `eur` is 9 euros. */
    products: (options?: CallOptions): Promise<ProductListView> =>
      send({ method: 'GET', path: '/api/billing/products' }, options),
    /** Open `checkoutUrl` in a browser. It returns to one of the two given addresses, http(s) or `roomtone:`. */
    checkout: async (body: CheckoutBody, options?: CallOptions): Promise<CheckoutView> => {
      checkKeys(body, 'productId successUrl cancelUrl', 'billing.checkout()');
      return send({ method: 'POST', path: '/api/billing/checkout', body }, options);
    },
    /** Open `portalUrl` in a browser. Rejects with RESOURCE_NOT_FOUND if there is no subscription. */
    portal: async (body: PortalBody, options?: CallOptions): Promise<PortalView> => {
      checkKeys(body, 'returnUrl', 'billing.portal()');
      return send({ method: 'POST', path: '/api/billing/portal', body }, options);
    },
    /** Pro lasts until `activeUntil`. Cancelling again changes nothing. */
    cancel: (options?: CallOptions): Promise<CancelView> =>
      send({ method: 'POST', path: '/api/billing/cancel' }, options),
  };
}
