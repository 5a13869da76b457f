import type { Stripe } from 'stripe';
import type { BillingProduct } from '../../ports/payments.ts';
import { answerOf } from './stripe-client.ts';

const maxPrices = 100;

/** Lists what can be bought, cheapest first: every active monthly or yearly price of an active product. */
export async function stripeProducts(stripe: Stripe): Promise<readonly BillingProduct[]> {
  const prices = await answerOf(
    stripe.prices
      .list({ active: true, type: 'recurring', limit: maxPrices, expand: ['data.product'] })
      .autoPagingToArray({ limit: maxPrices }),
  );
  const products: BillingProduct[] = [];
  for (const price of prices) {
    const product =
      typeof price.product === 'string' ? await answerOf(stripe.products.retrieve(price.product)) : price.product;
    products.push(...billingProduct(price, product));
  }
  return products.sort((one, other) => one.price - other.price || (one.productId < other.productId ? -1 : 1));
}

/** A price is what is bought, so its id is the product_id. Leaves out prices that the fields (S19.1) cannot express. */
function billingProduct(price: Stripe.Price, product: Stripe.Product | Stripe.DeletedProduct): BillingProduct[] {
  const { unit_amount: amount, recurring } = price;
  if (!price.active || product.deleted === true || !product.active || amount === null || recurring === null) return [];
  const interval = (['month', 'year'] as const).find((known) => known === recurring.interval);
  if (interval === undefined || recurring.interval_count !== 1 || recurring.usage_type === 'metered') return [];
  return [
    {
      productId: price.id,
      name: product.name,
      description: product.description ?? '',
      price: amount,
      currency: price.currency,
      interval,
      features: (product.marketing_features ?? []).flatMap(({ name }) => name ?? []),
    },
  ];
}
