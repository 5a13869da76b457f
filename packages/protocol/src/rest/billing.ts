import Type from 'typebox';

const closed = { additionalProperties: false } as const;

export const Product = Type.Object({
  product_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  /** In the currency's minor units: 900 of eur is 9 euros. */
  price: Type.Integer(),
  /** ISO 4217 in lower case. */
  currency: Type.String(),
  interval: Type.Enum(['month', 'year']),
  features: Type.Array(Type.String()),
});
export type Product = Type.Static<typeof Product>;

export const ProductListView = Type.Object({ products: Type.Array(Product) });
export type ProductListView = Type.Static<typeof ProductListView>;

/** Where the browser goes on afterwards: http(s) or `roomtone:`, which the server checks. */
const ReturnUrl = Type.String({ minLength: 1, maxLength: 2048 });

export const CheckoutBody = Type.Object(
  { product_id: Type.String({ minLength: 1, maxLength: 255 }), success_url: ReturnUrl, cancel_url: ReturnUrl },
  closed,
);
export type CheckoutBody = Type.Static<typeof CheckoutBody>;

export const CheckoutView = Type.Object({
  /** The payment provider's page to open. */
  checkout_url: Type.String(),
  session_id: Type.String(),
});
export type CheckoutView = Type.Static<typeof CheckoutView>;

export const PortalBody = Type.Object({ return_url: ReturnUrl }, closed);
export type PortalBody = Type.Static<typeof PortalBody>;

export const PortalView = Type.Object({
  /** The payment provider's page to open. */
  portal_url: Type.String(),
});
export type PortalView = Type.Static<typeof PortalView>;

export const CancelView = Type.Object({
  status: Type.Literal('cancelled'),
  /** Pro lasts until then. */
  active_until: Type.String({ format: 'date-time' }),
});
export type CancelView = Type.Static<typeof CancelView>;

/** The provider's webhook is told that its event has arrived, also when it means nothing here. */
export const WebhookView = Type.Object({ received: Type.Literal(true) });
export type WebhookView = Type.Static<typeof WebhookView>;
