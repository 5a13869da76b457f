const month = 30 * 24 * 3600;

type Fields = Readonly<Record<string, string>>;
type StripeObject = Record<string, unknown>;

interface Subscription {
  readonly id: string;
  readonly customer: string;
  readonly price: string;
  readonly metadata: Fields;
  status: string;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  canceledAt: number | null;
}

/** The state of a fake Stripe: objects in the form of its API, and the events that changes to them cause. */
export class FakeStripeState {
  readonly #nowMs: () => number;
  readonly #customers = new Set<string>();
  readonly #checkouts = new Map<string, Fields>();
  readonly #subscriptions = new Map<string, Subscription>();
  #lastId = 0;
  /** The result of `GET /v1/prices`. */
  prices: StripeObject[] = [price('price_monthly', 900, 'month'), price('price_yearly', 9000, 'year')];

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Answers a request; undefined for 404, `missing` if a parameter names an unknown object. */
  answer(route: string, [id = '', part = '']: readonly string[], fields: Fields): StripeObject | undefined {
    switch (route) {
      case 'GET prices':
        return { object: 'list', url: '/v1/prices', has_more: false, data: this.prices };
      case 'GET products':
        return product(id);
      case 'POST customers':
        return { object: 'customer', id: this.#customer() };
      case 'POST checkout':
        return this.#knows(fields) ? this.#checkout(fields) : { missing: 'customer' };
      case 'POST billing_portal':
        return this.#knows(fields)
          ? { id: 'bps_1', url: `https://billing.stripe.test/${part}` }
          : { missing: 'customer' };
      case 'GET subscriptions':
        return this.#subscriptions.has(id) ? this.subscription(id) : undefined;
      case 'POST subscriptions':
        return this.#cancel(id);
      default:
        return undefined;
    }
  }

  get customers(): readonly string[] {
    return [...this.#customers];
  }

  forgetCustomers(): void {
    this.#customers.clear();
  }

  /** Pays at a checkout; returns its subscription and the events in order. */
  pay(sessionId: string): { readonly subscriptionId: string; readonly events: StripeObject[] } {
    const fields = this.#checkouts.get(sessionId) ?? {};
    const subscription: Subscription = {
      id: this.#newId('sub'),
      customer: fields['customer'] ?? '',
      price: fields['line_items[0][price]'] ?? '',
      metadata: { roomtone_user_id: fields['subscription_data[metadata][roomtone_user_id]'] ?? '' },
      status: 'incomplete',
      periodEnd: this.#now() + month,
      cancelAtPeriodEnd: false,
      canceledAt: null,
    };
    this.#subscriptions.set(subscription.id, subscription);
    const created = this.event('customer.subscription.created', this.subscription(subscription.id));
    subscription.status = 'active';
    const session = {
      object: 'checkout.session',
      id: sessionId,
      mode: 'subscription',
      customer: subscription.customer,
      subscription: subscription.id,
      client_reference_id: fields['client_reference_id'] ?? null,
    };
    const events = [
      created,
      this.event('invoice.paid', this.#invoice(subscription)),
      this.event('customer.subscription.updated', this.subscription(subscription.id)),
      this.event('checkout.session.completed', session),
    ];
    return { subscriptionId: subscription.id, events };
  }

  /** Moves the subscription to its next period, with a successful or failed payment. */
  renew(subscriptionId: string, works: boolean): StripeObject[] {
    const subscription = this.#known(subscriptionId);
    if (works) subscription.periodEnd += month;
    subscription.status = works ? 'active' : 'past_due';
    return [
      this.event(works ? 'invoice.paid' : 'invoice.payment_failed', this.#invoice(subscription)),
      this.event('customer.subscription.updated', this.subscription(subscriptionId)),
    ];
  }

  /** Resumes a subscription, as Stripe's portal does. */
  resume(subscriptionId: string): StripeObject[] {
    Object.assign(this.#known(subscriptionId), { cancelAtPeriodEnd: false, canceledAt: null });
    return [this.event('customer.subscription.updated', this.subscription(subscriptionId))];
  }

  end(subscriptionId: string): StripeObject[] {
    this.#known(subscriptionId).status = 'canceled';
    const last = this.subscription(subscriptionId);
    this.#subscriptions.delete(subscriptionId);
    return [this.event('customer.subscription.deleted', last)];
  }

  event(type: string, object: StripeObject): StripeObject {
    return { object: 'event', id: this.#newId('evt'), type, created: this.#now(), data: { object } };
  }

  subscription(id: string): StripeObject {
    const { customer, price, metadata, status, periodEnd, cancelAtPeriodEnd, canceledAt } = this.#known(id);
    return {
      object: 'subscription',
      id,
      customer,
      metadata,
      status,
      cancel_at: cancelAtPeriodEnd ? periodEnd : null,
      cancel_at_period_end: cancelAtPeriodEnd,
      canceled_at: canceledAt,
      items: { object: 'list', data: [{ price: { id: price }, current_period_end: periodEnd }] },
    };
  }

  #invoice({ id, customer, metadata, periodEnd }: Subscription): StripeObject {
    const credit = { parent: { subscription_item_details: { proration: true } }, period: { end: periodEnd + month } };
    const line = { parent: { subscription_item_details: { proration: false } }, period: { end: periodEnd } };
    return {
      object: 'invoice',
      id: this.#newId('in'),
      customer,
      parent: { subscription_details: { subscription: id, metadata } },
      lines: { object: 'list', data: [credit, line] },
    };
  }

  #checkout(fields: Fields): StripeObject {
    const id = this.#newId('cs');
    this.#checkouts.set(id, fields);
    return { object: 'checkout.session', id, url: `https://checkout.stripe.test/${id}` };
  }

  #cancel(id: string): StripeObject | undefined {
    const subscription = this.#subscriptions.get(id);
    if (subscription === undefined) return undefined;
    Object.assign(subscription, { cancelAtPeriodEnd: true, canceledAt: this.#now() });
    return this.subscription(id);
  }

  #known(id: string): Subscription {
    const subscription = this.#subscriptions.get(id);
    if (subscription === undefined) throw new Error(`The fakeStripe has no subscription ${id}.`);
    return subscription;
  }

  #knows(fields: Fields): boolean {
    return this.#customers.has(fields['customer'] ?? '');
  }

  #customer(): string {
    const id = this.#newId('cus');
    this.#customers.add(id);
    return id;
  }

  #newId(prefix: string): string {
    return `${prefix}_${++this.#lastId}`;
  }

  #now(): number {
    return Math.floor(this.#nowMs() / 1000);
  }
}

/** Makes a price with its product, as `expand[]=data.product` returns it. */
export function price(id: string, amount: number | null, interval: string, over: StripeObject = {}): StripeObject {
  return {
    object: 'price',
    id,
    active: true,
    unit_amount: amount,
    currency: 'eur',
    recurring: { interval, interval_count: 1, usage_type: 'licensed' },
    product: product('prod_pro'),
    ...over,
  };
}

function product(id: string): StripeObject {
  return {
    object: 'product',
    id,
    active: true,
    name: 'Roomtone Pro',
    description: null,
    marketing_features: [{ name: 'Pro rooms' }, { name: 'More rooms' }],
  };
}
