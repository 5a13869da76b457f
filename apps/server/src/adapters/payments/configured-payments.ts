import type { Config, Secrets } from '../../config/config.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { PaymentSandbox } from '../../ports/payment-sandbox.ts';
import type { Payments } from '../../ports/payments.ts';
import type { Keys } from '../tokens/keys.ts';
import { createSandboxPayments } from './sandbox.ts';
import { openSandboxProducts } from './sandbox-products.ts';

export interface ConfiguredPaymentsDeps {
  readonly dataDir: string;
  readonly keys: Pick<Keys, 'payments'>;
  readonly ephemeral: Ephemeral;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  /** Receives problems that the host should fix. */
  readonly warn: (message: string) => void;
}

/** The configured payment provider; both are undefined if billing is off. */
export interface ConfiguredPayments {
  readonly payments: Payments | undefined;
  /** For the sandbox's pages; undefined with another provider. */
  readonly sandbox: PaymentSandbox | undefined;
}

/** @throws if the sandbox's product file cannot be used; the message is for the host. */
export async function createConfiguredPayments(
  config: Pick<Config, 'billingProvider' | 'stripeApiBase'>,
  secrets: Pick<Secrets, 'stripeSecretKey' | 'stripeWebhookSecret'>,
  { dataDir, keys, ephemeral, clock, warn }: ConfiguredPaymentsDeps,
): Promise<ConfiguredPayments> {
  switch (config.billingProvider) {
    case 'off':
      return { payments: undefined, sandbox: undefined };
    case 'sandbox': {
      const products = await openSandboxProducts(dataDir, warn);
      const payments = createSandboxPayments({ products, ephemeral, clock, key: keys.payments });
      return { payments, sandbox: payments.sandbox };
    }
    case 'stripe': {
      // Loaded only when used, because the SDK is large.
      const { createStripePayments } = await import('./stripe.ts');
      // readConfig() requires both with this provider.
      const { stripeSecretKey: secretKey = '', stripeWebhookSecret: webhookSecret = '' } = secrets;
      return {
        payments: createStripePayments({ secretKey, webhookSecret, apiBase: config.stripeApiBase, clock }),
        sandbox: undefined,
      };
    }
  }
}
