import Type from 'typebox';

const closed = { additionalProperties: false } as const;

export const Product = Type.Object({
  product_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  /** In the currency's minor units: 900 of eur is 9 euros. */
  price: Type.Integer(),
  /** ISO 4217, in lower case. */
  currency: Type.String(),
  interval: Type.Enum(['month', 'year']),
  features: Type.Array(Type.String()),
});
export type Product = Type.Static<typeof Product>;

export const ProductListView = Type.Object({ products: Type.Array(Product) });
export type ProductListView = Type.Static<typeof ProductListView>;

/** Where the browser goes afterwards: an http(s) or `roomtone:` address, which the server checks. */
const ReturnUrl = Type.String({ minLength: 1, maxLength: 2048 });

export const CheckoutBody = Type.Object(
  { product_id: Type.String({ minLength: 1, maxLength: 255 }), success_url: ReturnUrl, cancel_url: ReturnUrl },
  closed,
);
export type CheckoutBody = Type.Static<typeof CheckoutBody>;

export const CheckoutView = Type.Object({
  /** The page of the payment provider to open. */
  checkout_url: Type.String(),
  session_id: Type.String(),
});
export type CheckoutView = Type.Static<typeof CheckoutView>;

export const PortalBody = Type.Object({ return_url: ReturnUrl }, closed);
export type PortalBody = Type.Static<typeof PortalBody>;

export const PortalView = Type.Object({
  /** The page of the payment provider to open. */
  portal_url: Type.String(),
});
export type PortalView = Type.Static<typeof PortalView>;

export const CancelView = Type.Object({
  status: Type.Literal('cancelled'),
  /** When Pro ends. */
  active_until: Type.String({ format: 'date-time' }),
});
export type CancelView = Type.Static<typeof CancelView>;

/** Tells the provider that its event has arrived, even if the event has no meaning here. */
export const WebhookView = Type.Object({ received: Type.Literal(true) });
export type WebhookView = Type.Static<typeof WebhookView>;
