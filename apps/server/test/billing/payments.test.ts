import { describe } from 'vitest';
import { paymentsContract } from './payments.contract.ts';
import { createSandboxUnderTest } from './sandbox-under-test.ts';
import { createStripeUnderTest } from './stripe-under-test.ts';

describe('sandbox', () => {
  paymentsContract(async () => createSandboxUnderTest());
});

describe('Stripe', () => {
  paymentsContract(() => createStripeUnderTest());
});
