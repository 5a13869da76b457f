import { Stripe } from 'stripe';
import { createStripePayments } from '../../src/adapters/payments/stripe.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { type FakeStripe, startFakeStripe } from './fake-stripe.ts';
import type { PaymentsUnderTest } from './payments.contract.ts';

const webhookSecret = 'whsec_test_of_the_house';
const signer = new Stripe('sk_test_nobody');

export interface StripeUnderTest extends PaymentsUnderTest {
  readonly fakeStripe: FakeStripe;
  /** An event from the fake's state, signed by the SDK. */
  signEvent(event: object): ReturnType<PaymentsUnderTest['sign']>;
}

/** The Stripe adapter on the real SDK, against a fake of Stripe's API. */
export async function createStripeUnderTest(clock: FakeClock = createFakeClock()): Promise<StripeUnderTest> {
  const fakeStripe = await startFakeStripe(clock.nowMs);
  const { apiBase, state } = fakeStripe;
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
    fakeStripe,
    sign,
    signEvent,
    pay: async (sessionId) => state.pay(sessionId).events.map(signEvent),
    nextPayment: async ({ subscriptionId }, works) => state.renew(subscriptionId, works).map(signEvent),
    unknownEvent: JSON.stringify(state.event('customer.praised', { object: 'customer', id: 'cus_1' })),
  };
}
