import { randomBytes } from 'node:crypto';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { SandboxCheckout, SandboxPages, SandboxPortal } from '../../ports/payment-sandbox.ts';

const checkoutMs = 24 * 60 * 60 * 1000;
const portalMs = 60 * 60 * 1000;

export interface SandboxSessions extends SandboxPages {
  openCheckout(checkout: Omit<SandboxCheckout, 'sessionId' | 'subscriptionId'>): Promise<string>;
  openPortal(portal: Omit<SandboxPortal, 'sessionId'>): Promise<string>;
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
