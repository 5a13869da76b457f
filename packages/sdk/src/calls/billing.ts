import type {
  CancelView,
  CheckoutBody,
  CheckoutView,
  PortalBody,
  PortalView,
  ProductListView,
} from '@roomtone/protocol/rest';
import type { Send } from './send.ts';

/**
 * Subscriptions to Pro. On a server without billing there are no products, and the other calls reject with
 * RESOURCE_NOT_FOUND.
 */
export function billingCalls(send: Send) {
  return {
    /** Prices are in minor units: 900 of `eur` is 9 euros. */
    products: (): Promise<ProductListView> => send({ method: 'GET', path: '/api/billing/products' }),
    /** Open `checkout_url` in a browser. It returns to one of the two given addresses, http(s) or `roomtone:`. */
    checkout: (body: CheckoutBody): Promise<CheckoutView> =>
      send({ method: 'POST', path: '/api/billing/checkout', body }),
    /** Open `portal_url` in a browser. Rejects with RESOURCE_NOT_FOUND if there is no subscription. */
    portal: (body: PortalBody): Promise<PortalView> => send({ method: 'POST', path: '/api/billing/portal', body }),
    /** Pro lasts until `active_until`. Cancelling again changes nothing. */
    cancel: (): Promise<CancelView> => send({ method: 'POST', path: '/api/billing/cancel' }),
  };
}
