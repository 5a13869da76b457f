import type { WebContents } from 'electron';

/** Where the payment provider's own pages are. */
const providerHosts: ReadonlySet<string> = new Set(['checkout.stripe.com', 'billing.stripe.com']);

/**
 * Whether an address may be opened in the system's browser as a payment page: of the provider, by https, or of the server
 * that asks for it. @param server its origin.
 */
export function isPaymentPage(address: string, server: string | undefined): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (url.origin === server) return url.protocol === 'https:' || url.hostname === '127.0.0.1';
  return url.protocol === 'https:' && url.port === '' && providerHosts.has(url.hostname);
}

export interface PaymentPageParts {
  /** Opens an address in the system's browser. */
  readonly openOutside: (url: string) => Promise<void>;
  /** The origin of a window's server. */
  readonly serverOf: (window: WebContents) => string | undefined;
  /** Shows a window at a place of it; false when it is gone. */
  readonly showAt: (window: WebContents, path: string) => boolean;
  readonly showHome: (path: string) => void;
}

/** Payment pages open in the system's browser, which knows its user, and lead back to the window they were opened from. */
export class PaymentPages {
  readonly #parts: PaymentPageParts;
  #last: WebContents | undefined;

  constructor(parts: PaymentPageParts) {
    this.#parts = parts;
  }

  /** false for what is no payment page. */
  async open(address: string, window: WebContents): Promise<boolean> {
    if (!isPaymentPage(address, this.#parts.serverOf(window))) return false;
    this.#last = window;
    await this.#parts.openOutside(address);
    return true;
  }

  goBack(path: string): void {
    if (this.#last === undefined || !this.#parts.showAt(this.#last, path)) this.#parts.showHome(path);
  }
}
