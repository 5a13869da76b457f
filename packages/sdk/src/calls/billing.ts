import type {
  CancelView,
  CheckoutBody,
  CheckoutView,
  PortalBody,
  PortalView,
  ProductListView,
} from '@roomtone/protocol/rest';
import type { Send } from './send.ts';

/** Subscribing to Pro. Where the host has switched billing off there are no products, and the rest is RESOURCE_NOT_FOUND. */
export function billingCalls(send: Send) {
  return {
    /** Prices are in minor units: 900 of `eur` is 9 euros. */
    products: (): Promise<ProductListView> => send({ method: 'GET', path: '/api/billing/products' }),
    /** Open `checkout_url` in a browser; it goes on to one of the two addresses, http(s) or `roomtone:`. */
    checkout: (body: CheckoutBody): Promise<CheckoutView> =>
      send({ method: 'POST', path: '/api/billing/checkout', body }),
    /** Open `portal_url` in a browser. Without a subscription: RESOURCE_NOT_FOUND. */
    portal: (body: PortalBody): Promise<PortalView> => send({ method: 'POST', path: '/api/billing/portal', body }),
    /** Pro lasts until `active_until`; a second time changes nothing. */
    cancel: (): Promise<CancelView> => send({ method: 'POST', path: '/api/billing/cancel' }),
  };
}
