import type { WebContents } from 'electron';

/** Hosts of the payment provider's pages. */
const providerHosts: ReadonlySet<string> = new Set(['checkout.stripe.com', 'billing.stripe.com']);

/**
 * True if an address may open in the system's browser as a payment page: https at the provider, or at the server whose
 * window opens it.
 * @param server its origin.
 */
export function isPaymentPage(address: string, server: string | undefined): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (url.origin === server) return url.protocol === 'https:' || url.hostname === '127.0.0.1';
  return url.protocol === 'https:' && url.port === '' && providerHosts.has(url.hostname);
}

export interface PaymentPageParts {
  readonly openOutside: (url: string) => Promise<void>;
  readonly serverOf: (window: WebContents) => string | undefined;
  /** Shows a window at a path; false if the window is gone. */
  readonly showAt: (window: WebContents, path: string) => boolean;
  readonly showHome: (path: string) => void;
}

/**
 * Opens payment pages in the system's browser, where the user is signed in, and leads back to the window they were opened
 * from.
 */
export class PaymentPages {
  readonly #parts: PaymentPageParts;
  #last: WebContents | undefined;

  constructor(parts: PaymentPageParts) {
    this.#parts = parts;
  }

  /** Returns false if the address is not a payment page. */
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
