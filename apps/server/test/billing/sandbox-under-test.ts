import { createMemoryEphemeral } from '../../src/adapters/memory/memory-ephemeral.ts';
import { createSandboxPayments, type SandboxPayments, signatureHeaders } from '../../src/adapters/payments/sandbox.ts';
import { openSandboxProducts, type SandboxProducts } from '../../src/adapters/payments/sandbox-products.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import type { PaymentsUnderTest } from './payments.contract.ts';

const key = Buffer.alloc(32, 1);
const strangersKey = Buffer.alloc(32, 2);

/** The sandbox with its own products, and the actions of its pages. */
export function createSandboxUnderTest(
  clock: FakeClock = createFakeClock(),
): PaymentsUnderTest & { readonly payments: SandboxPayments } {
  const directory = temporaryDirectory();
  let products: Promise<SandboxProducts> | undefined;
  const payments = createSandboxPayments({
    products: {
      async list() {
        products ??= openSandboxProducts(directory, (issue) => {
          throw new Error(issue);
        });
        return (await products).list();
      },
    },
    ephemeral: createMemoryEphemeral(clock),
    clock,
    key,
  });
  return {
    payments,
    clock,
    async pay(sessionId) {
      const checkout = await payments.sandbox.sessions.checkout(sessionId);
      if (checkout === undefined) throw new Error('There is no such checkout.');
      return [payments.sandbox.pay(checkout)];
    },
    async nextPayment(subscription, works) {
      return [await payments.sandbox.act(works ? 'renew' : 'fail', subscription)];
    },
    sign(text, { atMs = clock.nowMs(), stranger = false } = {}) {
      const body = Buffer.from(text);
      return { body, headers: signatureHeaders(body, stranger ? strangersKey : key, atMs) };
    },
    unknownEvent: JSON.stringify({
      id: 'evt_1',
      type: 'subscription.praised',
      created: clock.nowMs(),
      data: { subscription_id: 'sub_1', customer_id: 'cus_1', user_id: 'ada', product_id: 'pro' },
    }),
  };
}
