import { beforeEach, expect, test } from 'vitest';
import { applyEvents } from '../../src/domain/subscription-history.ts';
import type { SignedEvent } from '../../src/ports/payment-sandbox.ts';
import type { PaymentEvent, Payments, SubscriptionRecord } from '../../src/ports/payments.ts';
import type { FakeClock } from '../support/fake-clock.ts';

/** A payment provider, and the actions of a customer. */
export interface PaymentsUnderTest {
  readonly payments: Payments;
  readonly clock: FakeClock;
  /** Pays at a checkout; returns the events that the provider sends. */
  pay(sessionId: string): Promise<readonly SignedEvent[]>;
  /** Makes the next payment succeed or fail; returns the events that the provider sends. */
  nextPayment(subscription: SubscriptionRecord, works: boolean): Promise<readonly SignedEvent[]>;
  /** Signs a body like the provider at that time, or with a wrong secret. */
  sign(body: string, options?: { readonly atMs?: number; readonly stranger?: boolean }): SignedEvent;
  /** The body of an event of an unknown type. */
  readonly unknownEvent: string;
}

const ada = { userId: 'id-of-ada', username: 'ada', email: 'ada@example.org' };
const baseUrl = 'https://roomtone.test';
const second = 1000;

/** The contract of every payment provider (S19). */
export function paymentsContract(setUp: () => Promise<PaymentsUnderTest>): void {
  let subject: PaymentsUnderTest;
  let payments: Payments;

  beforeEach(async () => {
    subject = await setUp();
    payments = subject.payments;
  });

  const checkout = async () => {
    const [product] = await payments.products();
    if (product === undefined) throw new Error('There is no product.');
    const customerId = await payments.createCustomer(ada);
    const session = await payments.createCheckout({
      customerId,
      userId: ada.userId,
      product,
      successUrl: 'https://app.test/paid',
      cancelUrl: 'roomtone://billing/not-paid',
      baseUrl,
    });
    return { ...session, product, customerId };
  };
  const readAll = async (events: readonly SignedEvent[]): Promise<readonly PaymentEvent[]> => {
    const read = await Promise.all(events.map(({ body, headers }) => payments.readWebhook(body, headers)));
    return read.flatMap((event) => event ?? []);
  };
  const recordOf = (events: readonly PaymentEvent[]): SubscriptionRecord => ({
    subscriptionId: events[0]?.subscriptionId ?? '',
    provider: payments.provider,
    userId: ada.userId,
    ...applyEvents(events),
  });
  const subscribe = async () => {
    const { sessionId, ...rest } = await checkout();
    const events = await readAll(await subject.pay(sessionId));
    return { ...rest, events, record: recordOf(events) };
  };

  test('S19.1: prices are whole minor units, currencies in lower case, intervals month or year', async () => {
    const products = await payments.products();
    expect(products.map(({ interval }) => interval).sort()).toEqual(['month', 'year']);
    for (const product of products) {
      expect(Number.isSafeInteger(product.price)).toBe(true);
      expect(product.currency).toMatch(/^[a-z]{3}$/);
      expect(product.name).not.toBe('');
      expect(product.features.length).toBeGreaterThan(0);
    }
  });

  test('S19.2: paying at the checkout makes the subscription active for a period of its product', async () => {
    const { url, product, customerId, events, record } = await subscribe();
    expect(URL.canParse(url)).toBe(true);
    expect(new Set(events.map((event) => event.subscriptionId)).size).toBe(1);
    expect(events.every((event) => event.customerId === customerId)).toBe(true);
    expect(events.at(-1)?.userId).toBe(ada.userId);
    expect(record.productId).toBe(product.productId);
    expect(record.subscription).toMatchObject({ status: 'active' });
    const days = record.subscription.status === 'none' ? 0 : record.subscription.activeUntil - subject.clock.nowMs();
    expect(Math.round(days / (24 * 3600 * second))).toBeOneOf([30, 31]);
  });

  test('B7: the events of a payment lead to the same state in any order', async () => {
    const { events, record } = await subscribe();
    expect(applyEvents([...events].reverse())).toMatchObject({ subscription: record.subscription });
  });

  test('S19.4, B3: after a cancellation Pro lasts until the end of the paid period', async () => {
    const { events, record } = await subscribe();
    subject.clock.advance(second);
    const event = await payments.cancelAtPeriodEnd(record);
    expect(event.subscriptionId).toBe(record.subscriptionId);
    expect(recordOf([...events, event]).subscription).toEqual({
      ...record.subscription,
      status: 'cancelled',
      unpaid: false,
    });
  });

  test('B4: a failed payment makes a subscription past due, and a successful one active again', async () => {
    const { events, record } = await subscribe();
    subject.clock.advance(second);
    const failed = recordOf([...events, ...(await readAll(await subject.nextPayment(record, false)))]);
    expect(failed.subscription).toMatchObject({ status: 'past_due' });
    subject.clock.advance(second);
    const later = [...events, ...(await readAll(await subject.nextPayment(failed, true)))];
    expect(recordOf(later).subscription).toMatchObject({ status: 'active' });
  });

  test('S19.3: the portal is a page', async () => {
    const { customerId } = await subscribe();
    const { url } = await payments.createPortal({
      customerId,
      userId: ada.userId,
      returnUrl: 'https://app.test/',
      baseUrl,
    });
    expect(URL.canParse(url)).toBe(true);
  });

  test('S19.9: an event of an unknown type is ignored', async () => {
    const { body, headers } = subject.sign(subject.unknownEvent);
    expect(await payments.readWebhook(body, headers)).toBeUndefined();
  });

  test('S19.9: a signature is valid for 300 s and no longer', async () => {
    const signed = subject.sign(subject.unknownEvent);
    subject.clock.advance(300 * second);
    expect(await payments.readWebhook(signed.body, signed.headers)).toBeUndefined();
    subject.clock.advance(second);
    await expect(payments.readWebhook(signed.body, signed.headers)).rejects.toMatchObject({ name: 'WebhookRefused' });
  });

  test('S19.9: an event that the provider has not signed is refused', async () => {
    const { body, headers } = subject.sign(subject.unknownEvent);
    const [name = ''] = Object.keys(headers);
    const refused: readonly SignedEvent[] = [
      { body, headers: {} },
      { body, headers: { [name]: '' } },
      { body, headers: { [name]: 't=1,v1=00' } },
      { body, headers: { [name]: ['a', 'b'] } },
      { body: Buffer.concat([body, Buffer.from(' ')]), headers },
      { body: Buffer.alloc(0), headers },
      { ...subject.sign(subject.unknownEvent, { stranger: true }) },
      { ...subject.sign('not JSON') },
    ];
    for (const event of refused) {
      const reading = payments.readWebhook(event.body, event.headers);
      await expect(reading).rejects.toMatchObject({ name: 'WebhookRefused', issue: expect.any(String) });
    }
  });
}
