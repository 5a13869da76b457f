import type { PortalAction } from '../../adapters/payments/sandbox.ts';
import type { SandboxCheckout, SandboxPortal } from '../../adapters/payments/sandbox-sessions.ts';
import { isPro, type Subscription, subscriptionAt } from '../../domain/subscription.ts';
import type { SubscriptionRecord } from '../../ports/payments.ts';
import { type Html, html, type PageContent } from './own-page.ts';

const noMoney = html`<p class="note">This is a sandbox: no money moves, and no card is asked for. It is here to try
what Roomtone does when somebody subscribes.</p>`;

/** Forms name their acts relative to the page, so that they also work behind a proxy that adds a path. */
export function checkoutPage({ product, sessionId, successUrl, cancelUrl }: SandboxCheckout): PageContent {
  return {
    title: product.name,
    body: html`<h1>${product.name}</h1>
<p class="price">${priceOf(product.price, product.currency)} a ${product.interval}</p>
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

/** Where somebody looks after their subscription, and tries what can happen to it. */
export function portalPage(portal: SandboxPortal, record: SubscriptionRecord, now: number): PageContent {
  const subscription = subscriptionAt(record.subscription, now);
  return {
    title: 'Your subscription',
    body: html`<h1>Your subscription</h1>
<p>${standing(subscription)}</p>
<p class="muted">Product: ${record.productId ?? 'not known'}</p>
${noMoney}
<div class="acts">${actsFor(subscription, now).map((act) => button(portal, act))}</div>
<div class="acts"><a class="button" href="${portal.returnUrl}">Back to Roomtone</a></div>`,
  };
}

export function overPage(): PageContent {
  return {
    status: 404,
    title: 'This page is over',
    body: html`<h1>This page is over</h1>
<p>It has been used, or it has waited for too long. Go back to Roomtone and open it from there again.</p>`,
  };
}

const labels: Readonly<Record<PortalAction, string>> = {
  renew: 'Renew: pay for the next period',
  fail: 'Let a payment fail',
  cancel: 'Cancel the subscription',
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
  if (subscription.status === 'none') return 'There is no subscription.';
  const day = new Date(subscription.activeUntil).toISOString().slice(0, 10);
  switch (subscription.status) {
    case 'active':
      return `Active: paid until ${day}.`;
    case 'past_due':
      return `Past due: a payment failed. Pro lasts until ${day} unless the next one works.`;
    case 'cancelled':
      return `Cancelled: Pro lasts until ${day}.`;
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
