import { randomBytes } from 'node:crypto';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { BillingProduct } from '../../ports/payments.ts';

const checkoutMs = 24 * 60 * 60 * 1000;
const portalMs = 60 * 60 * 1000;

/** A checkout page that is still open. */
export interface SandboxCheckout {
  readonly sessionId: string;
  readonly userId: string;
  readonly customerId: string;
  readonly product: BillingProduct;
  /** The subscription that a payment starts; a second payment starts no other. */
  readonly subscriptionId: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** A portal page, which expires. */
export interface SandboxPortal {
  readonly sessionId: string;
  readonly userId: string;
  readonly customerId: string;
  readonly returnUrl: string;
}

/** The sandbox's open pages. Anyone who has a page's id may use it, so ids cannot be guessed. */
export interface SandboxSessions {
  openCheckout(checkout: Omit<SandboxCheckout, 'sessionId' | 'subscriptionId'>): Promise<string>;
  checkout(sessionId: string): Promise<SandboxCheckout | undefined>;
  closeCheckout(sessionId: string): Promise<void>;
  openPortal(portal: Omit<SandboxPortal, 'sessionId'>): Promise<string>;
  portal(sessionId: string): Promise<SandboxPortal | undefined>;
}

export function createSandboxSessions(ephemeral: Ephemeral): SandboxSessions {
  const read = async (kind: string, sessionId: string) => {
    const text = await ephemeral.get(`billing:${kind}:${sessionId}`);
    return text === undefined ? undefined : JSON.parse(text);
  };
  const open = async (kind: string, session: SandboxCheckout | SandboxPortal, ttlMs: number) => {
    await ephemeral.set(`billing:${kind}:${session.sessionId}`, JSON.stringify(session), ttlMs);
    return session.sessionId;
  };
  return {
    openCheckout: (checkout) =>
      open('checkout', { ...checkout, sessionId: newId('cs'), subscriptionId: newId('sub') }, checkoutMs),
    checkout: (sessionId) => read('checkout', sessionId),
    closeCheckout: (sessionId) => ephemeral.delete(`billing:checkout:${sessionId}`),
    openPortal: (portal) => open('portal', { ...portal, sessionId: newId('bps') }, portalMs),
    portal: (sessionId) => read('portal', sessionId),
  };
}

/** Makes an id: the prefix and 192 random bits. */
export function newId(prefix: string): string {
  return `${prefix}_sandbox_${randomBytes(24).toString('base64url')}`;
}
