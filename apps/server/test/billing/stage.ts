import { expect } from 'vitest';
import { type BillingApp, createBillingApp } from './billing-app.ts';
import type { PaymentsUnderTest } from './payments.contract.ts';
import { createSandboxUnderTest } from './sandbox-under-test.ts';
import { createStripeUnderTest } from './stripe-under-test.ts';

/** Where a browser goes on after a checkout. */
export const addresses = { success_url: 'https://app.test/paid', cancel_url: 'roomtone://billing/not-paid' };

/** Billing's routes with a provider behind them. */
export interface Stage extends BillingApp {
  readonly subject: PaymentsUnderTest;
  /** Buys the first product and has the provider tell of it. */
  subscribe(name: string): Promise<void>;
}

export async function createStage(subject: PaymentsUnderTest): Promise<Stage> {
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

export const stages = {
  sandbox: async () => createStage(createSandboxUnderTest()),
  stripe: async () => createStage(await createStripeUnderTest()),
};
