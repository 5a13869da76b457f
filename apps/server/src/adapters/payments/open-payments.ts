import type { Config, Secrets } from '../../config/config.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { PaymentSandbox } from '../../ports/payment-sandbox.ts';
import type { Payments } from '../../ports/payments.ts';
import type { Keys } from '../tokens/keys.ts';
import { createSandboxPayments } from './sandbox.ts';
import { openSandboxProducts } from './sandbox-products.ts';

export interface OpenPaymentsDeps {
  readonly dataDir: string;
  readonly keys: Pick<Keys, 'payments'>;
  readonly ephemeral: Ephemeral;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  /** Told of what the host should put right. */
  readonly warn: (message: string) => void;
}

/** The configured provider; nothing where billing is switched off. */
export interface OpenPayments {
  readonly payments: Payments | undefined;
  /** What the sandbox's pages need; only with the sandbox. */
  readonly sandbox: PaymentSandbox | undefined;
}

/** @throws when the sandbox's product file cannot be used, with words for the host. */
export async function openPayments(
  config: Pick<Config, 'billingProvider' | 'stripeApiBase'>,
  secrets: Pick<Secrets, 'stripeSecretKey' | 'stripeWebhookSecret'>,
  { dataDir, keys, ephemeral, clock, warn }: OpenPaymentsDeps,
): Promise<OpenPayments> {
  switch (config.billingProvider) {
    case 'off':
      return { payments: undefined, sandbox: undefined };
    case 'sandbox': {
      const products = await openSandboxProducts(dataDir, warn);
      const payments = createSandboxPayments({ products, ephemeral, clock, key: keys.payments });
      return { payments, sandbox: payments.sandbox };
    }
    case 'stripe': {
      // Read only where it is used: the SDK is large.
      const { createStripePayments } = await import('./stripe.ts');
      // The configuration has refused to start without them.
      const { stripeSecretKey: secretKey = '', stripeWebhookSecret: webhookSecret = '' } = secrets;
      return {
        payments: createStripePayments({ secretKey, webhookSecret, apiBase: config.stripeApiBase, clock }),
        sandbox: undefined,
      };
    }
  }
}
