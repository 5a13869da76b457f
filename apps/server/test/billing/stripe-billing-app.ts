import { expect } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
import { type Answer, createBillingApp } from './billing-app.ts';
import { createStripeUnderTest } from './stripe-under-test.ts';

export const ada = { userId: 'id-of-ada', username: 'ada', email: 'ada@example.org' };
export const addresses = {
  success_url: 'https://app.test/paid?s={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://app.test/',
};

/** The billing routes with a fake Stripe, with ada signed in. */
export async function createStripeBillingApp() {
  const subject = await createStripeUnderTest(createFakeClock());
  const app = await createBillingApp({ payments: subject.payments, clock: subject.clock });
  await app.signIn('ada');
  const checkout = (over = {}): Promise<Answer> =>
    app.post('/api/billing/checkout', 'ada', { product_id: 'price_monthly', ...addresses, ...over });
  return {
    ...app,
    ...subject,
    checkout,
    /** Pays without delivering the events. */
    async pay() {
      return subject.fakeStripe.state.pay((await checkout()).body.data.session_id);
    },
    async deliverAll(events: readonly object[]) {
      for (const event of events) expect((await app.deliver(subject.signEvent(event))).status).toBe(200);
    },
    standing: async () => (await app.billing.account(ada.userId)).subscriptions.map(({ subscription }) => subscription),
  };
}
