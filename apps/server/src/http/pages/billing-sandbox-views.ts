import { isPro, type Subscription, subscriptionAt } from '../../domain/subscription.ts';
import type { PortalAction, SandboxCheckout, SandboxPortal } from '../../ports/payment-sandbox.ts';
import type { SubscriptionRecord } from '../../ports/payments.ts';
import { type Html, html, type PageContent } from './html-page.ts';

const noMoney = html`<p class="note">This is a sandbox. No money is charged and no card is needed. Use it to try out
subscriptions.</p>`;

/** The forms' addresses are relative to the page, so that they work behind a proxy that adds a path. */
export function checkoutPage({ product, sessionId, successUrl, cancelUrl }: SandboxCheckout): PageContent {
  return {
    title: product.name,
    body: html`<h1>${product.name}</h1>
<p class="price">${priceOf(product.price, product.currency)} per ${product.interval}</p>
<p class="muted">${product.description}</p>
<ul>${product.features.map((feature) => html`<li>${feature}</li>`)}</ul>
${noMoney}
<div class="acts">
<form method="post" action="${sessionId}/pay"><button class="main">Pay</button></form>
<form method="post" action="${sessionId}/cancel"><button>Cancel</button></form>
</div>`,
    formTargets: [successUrl, cancelUrl],
  };
}

/** The page on which users manage their subscription, and try what can happen to it. */
export function portalPage(portal: SandboxPortal, record: SubscriptionRecord, now: number): PageContent {
  const subscription = subscriptionAt(record.subscription, now);
  return {
    title: 'Your subscription',
    body: html`<h1>Your subscription</h1>
<p>${standing(subscription)}</p>
<p class="muted">Product: ${record.productId ?? 'unknown'}</p>
${noMoney}
<div class="acts">${actsFor(subscription, now).map((act) => button(portal, act))}</div>
<div class="acts"><a class="button" href="${portal.returnUrl}">Back to Roomtone</a></div>`,
  };
}

export function overPage(): PageContent {
  return {
    status: 404,
    title: 'This page has expired',
    body: html`<h1>This page has expired</h1>
<p>It was already used, or it was open for too long. Go back to Roomtone and open it again.</p>`,
  };
}

const labels: Readonly<Record<PortalAction, string>> = {
  renew: 'Pay for the next period',
  fail: 'Simulate a failed payment',
  cancel: 'Cancel subscription',
};

function actsFor(subscription: Subscription, now: number): readonly PortalAction[] {
  if (!isPro(subscription, now)) return ['renew'];
  switch (subscription.status) {
    case 'active':
      return ['renew', 'fail', 'cancel'];
    case 'past_due':
      return ['renew', 'cancel'];
    default:
      return ['renew'];
  }
}

function button({ sessionId }: SandboxPortal, act: PortalAction): Html {
  return html`<form method="post" action="${sessionId}/${act}"><button>${labels[act]}</button></form>`;
}

function standing(subscription: Subscription): string {
  if (subscription.status === 'none') return 'You have no subscription.';
  const day = new Date(subscription.activeUntil).toISOString().slice(0, 10);
  switch (subscription.status) {
    case 'active':
      return `Active: paid until ${day}.`;
    case 'past_due':
      return `Past due: a payment failed. Pro ends on ${day} unless the next payment works.`;
    case 'cancelled':
      return `Canceled: Pro ends on ${day}.`;
    case 'expired':
      return `Expired on ${day}.`;
  }
}

/** Minor units as people read them: 900 of eur is €9.00, 900 of jpy is ¥900. */
function priceOf(minorUnits: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minorUnits / 10 ** digits);
}
