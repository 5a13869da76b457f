import { expect } from 'vitest';
import { type BillingApp, createBillingApp } from './billing-app.ts';
import type { PaymentsUnderTest } from './payments.contract.ts';
import { createSandboxUnderTest } from './sandbox-under-test.ts';
import { createStripeUnderTest } from './stripe-under-test.ts';

/** Addresses to which a browser returns after a checkout. */
export const addresses = { success_url: 'https://app.test/paid', cancel_url: 'roomtone://billing/not-paid' };

/** The billing routes with a payment provider. */
export interface ProviderApp extends BillingApp {
  readonly subject: PaymentsUnderTest;
  /** Buys the first product and delivers the provider's events. */
  subscribe(name: string): Promise<void>;
}

async function createProviderApp(subject: PaymentsUnderTest): Promise<ProviderApp> {
  const app = await createBillingApp({ payments: subject.payments, clock: subject.clock });
  return {
    ...app,
    subject,
    async subscribe(name) {
      const [product] = await subject.payments.products();
      const body = { product_id: product?.productId, ...addresses };
      const { body: answer } = await app.post('/api/billing/checkout', name, body);
      for (const event of await subject.pay(answer.data.session_id)) {
        expect(await app.deliver(event)).toMatchObject({ status: 200 });
      }
    },
  };
}

export const providerApps = {
  sandbox: async () => createProviderApp(createSandboxUnderTest()),
  stripe: async () => createProviderApp(await createStripeUnderTest()),
};
