import { Stripe } from 'stripe';
import { createStripePayments } from '../../src/adapters/payments/stripe.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import type { PaymentsUnderTest } from './payments.contract.ts';
import { type StripeDouble, startStripeDouble } from './stripe-double.ts';

const webhookSecret = 'whsec_test_of_the_house';
const signer = new Stripe('sk_test_nobody');

export interface StripeUnderTest extends PaymentsUnderTest {
  readonly double: StripeDouble;
  /** An event of the double's books, signed by the SDK. */
  signEvent(event: object): ReturnType<PaymentsUnderTest['sign']>;
}

/** The Stripe adapter on the real SDK, against a double of Stripe's API. */
export async function createStripeUnderTest(clock: FakeClock = createFakeClock()): Promise<StripeUnderTest> {
  const double = await startStripeDouble(clock.nowMs);
  const { apiBase, books } = double;
  const payments = createStripePayments({
    secretKey: 'sk_test_of_the_house',
    webhookSecret,
    apiBase,
    clock,
    maxNetworkRetries: 0,
  });
  const sign: PaymentsUnderTest['sign'] = (payload, { atMs = clock.nowMs(), stranger = false } = {}) => ({
    body: Buffer.from(payload),
    headers: {
      'stripe-signature': signer.webhooks.generateTestHeaderString({
        payload,
        secret: stranger ? 'whsec_of_a_stranger' : webhookSecret,
        timestamp: Math.floor(atMs / 1000),
      }),
    },
  });
  const signEvent = (event: object) => sign(JSON.stringify(event));
  return {
    payments,
    clock,
    double,
    sign,
    signEvent,
    pay: async (sessionId) => books.pay(sessionId).events.map(signEvent),
    nextPayment: async ({ subscriptionId }, works) => books.renew(subscriptionId, works).map(signEvent),
    unknownEvent: JSON.stringify(books.event('customer.praised', { object: 'customer', id: 'cus_1' })),
  };
}
