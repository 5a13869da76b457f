import type { WebContents } from 'electron';
import { expect, it } from 'vitest';
import { isPaymentPage, PaymentPages } from './payment-pages.ts';

const own = 'http://127.0.0.1:7420';
const studio = 'https://192.168.1.5:7420';

it.each([
  ['https://checkout.stripe.com/c/pay/cs_1#x', own, true],
  ['https://billing.stripe.com/p/session/1', studio, true],
  [`${own}/billing/checkout/1`, own, true],
  [`${studio}/billing/checkout/1`, studio, true],
  [`${studio}/billing/checkout/1`, own, false],
  ['http://192.168.1.5:7420/billing', 'http://192.168.1.5:7420', false],
  ['http://checkout.stripe.com/', own, false],
  ['https://checkout.stripe.com:444/', own, false],
  ['https://user@checkout.stripe.com/', own, false],
  ['https://checkout.stripe.com.evil.example/', own, false],
  ['file:///etc/passwd', own, false],
  ['roomtone://pro', own, false],
  ['nonsense', undefined, false],
])('%s, opened from %s, counts as a payment page: %s', (address, server, isOne) => {
  expect(isPaymentPage(address, server)).toBe(isOne);
});

it('payment pages lead back to the window that opened them, or to the app’s own if that is gone', async () => {
  const done: string[] = [];
  const window = {} as WebContents;
  let isThere = true;
  const pages = new PaymentPages({
    openOutside: async (url) => void done.push(url),
    serverOf: () => studio,
    showAt: (contents, path) => {
      if (isThere) done.push(`${contents === window} ${path}`);
      return isThere;
    },
    showHome: (path) => done.push(`home ${path}`),
  });
  pages.goBack('/pro');
  expect(await pages.open('https://evil.example/', window)).toBe(false);
  expect(await pages.open(`${studio}/pay`, window)).toBe(true);
  pages.goBack('/pro/thanks');
  isThere = false;
  pages.goBack('/pro/thanks');
  expect(done).toEqual(['home /pro', `${studio}/pay`, 'true /pro/thanks', 'home /pro/thanks']);
});
