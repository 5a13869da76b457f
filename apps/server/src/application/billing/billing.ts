import { RoomtoneError, validationError } from '@roomtone/protocol';
import { currentSubscription, isPro, renews, type Subscription } from '../../domain/subscription.ts';
import type { BillingAccount, BillingStorage } from '../../ports/billing-storage.ts';
import {
  type BillingProduct,
  type Payments,
  UnknownCustomer,
  type WebhookHeaders,
  WebhookRefused,
} from '../../ports/payments.ts';
import type { Storage } from '../../ports/storage.ts';
import { type AnnouncementDeps, createAnnouncements } from './billing-announcements.ts';

export interface BillingDeps extends AnnouncementDeps {
  /** Undefined if billing is off. */
  readonly payments: Payments | undefined;
  readonly storage: BillingStorage & Pick<Storage, 'userById'>;
}

/** Billing (S19). If it is off there are no products, and everything else is RESOURCE_NOT_FOUND. */
export interface Billing {
  /** @throws {RoomtoneError} RESOURCE_NOT_FOUND if billing is off. */
  checkIsOn(): void;
  products(): Promise<readonly BillingProduct[]>;
  /** @throws {RoomtoneError} RESOURCE_NOT_FOUND for an unknown product. */
  checkout(
    userId: string,
    request: { productId: string; successUrl: string; cancelUrl: string; baseUrl: string },
  ): Promise<{ readonly sessionId: string; readonly url: string }>;
  /** @throws {RoomtoneError} RESOURCE_NOT_FOUND without a subscription. */
  portal(userId: string, request: { returnUrl: string; baseUrl: string }): Promise<{ readonly url: string }>;
  /**
   * Ends the subscription with the paid period; a second call changes nothing.
   * @throws {RoomtoneError} RESOURCE_NOT_FOUND without a subscription.
   */
  cancel(userId: string): Promise<{ readonly activeUntil: number }>;
  /** Stops all future payments, for example before an account is deleted; does nothing if there are none. */
  stopRenewals(userId: string): Promise<void>;
  /** @throws {RoomtoneError} VALIDATION_ERROR if the provider has not signed it; then nothing changes. */
  receiveWebhook(body: Uint8Array, headers: WebhookHeaders): Promise<void>;
  account(userId: string): Promise<BillingAccount>;
  /** Call it every few seconds: announces changes that only the passing of time has caused. */
  announceDue(onError: (error: unknown) => void): Promise<void>;
}

export function createBilling(deps: BillingDeps): Billing {
  const { payments, storage, clock } = deps;
  const { announce, announceDue } = createAnnouncements(deps);

  const provider = (): Payments => {
    if (payments === undefined) throw new RoomtoneError('RESOURCE_NOT_FOUND', 'Billing is switched off here.');
    return payments;
  };
  const current = async (userId: string): Promise<Subscription> => {
    const { subscriptions } = await storage.billingAccount(userId);
    return currentSubscription(
      subscriptions.map(({ subscription }) => subscription),
      clock.nowMs(),
    );
  };
  /** Ends all subscriptions that renew, except the newest `keep`. */
  const endRenewals = async (userId: string, keep: 0 | 1): Promise<void> => {
    if (payments === undefined) return;
    const { subscriptions } = await storage.billingAccount(userId);
    const now = clock.nowMs();
    const renewing = subscriptions.filter(
      (record) => record.provider === payments.provider && renews(record.subscription, now),
    );
    for (const record of renewing.slice(0, renewing.length - keep)) {
      await storage.applyPaymentEvent(payments.provider, await payments.cancelAtPeriodEnd(record));
    }
  };

  return {
    checkIsOn: () => void provider(),
    products: async () => (await payments?.products()) ?? [],
    async checkout(userId, { productId, ...addresses }) {
      const product = (await provider().products()).find((one) => one.productId === productId);
      if (product === undefined) {
        throw new RoomtoneError('RESOURCE_NOT_FOUND', 'There is no such product.', { product_id: productId });
      }
      return withCustomer({ payments: provider(), storage }, userId, (customerId) =>
        provider().createCheckout({ customerId, userId, product, ...addresses }),
      );
    },
    async portal(userId, addresses) {
      const customerId = await storage.billingCustomer(provider().provider, userId);
      if (customerId === undefined || !isPro(await current(userId), clock.nowMs())) throw nothingSubscribed();
      try {
        return await provider().createPortal({ customerId, userId, ...addresses });
      } catch (error) {
        throw error instanceof UnknownCustomer ? nothingSubscribed() : error;
      }
    },
    async cancel(userId) {
      provider();
      await endRenewals(userId, 0);
      await announce(userId);
      const subscription = await current(userId);
      if (subscription.status !== 'cancelled') throw nothingSubscribed();
      return { activeUntil: subscription.activeUntil };
    },
    stopRenewals: (userId) => endRenewals(userId, 0),
    async receiveWebhook(body, headers) {
      const event = await provider().readWebhook(body, headers).catch(refused);
      const applied = event && (await storage.applyPaymentEvent(provider().provider, event));
      if (applied === undefined) return;
      await endRenewals(applied.userId, 1);
      await announce(applied.userId);
    },
    account: (userId) => storage.billingAccount(userId),
    announceDue,
  };
}

/** Runs `act` with the user's customer at the provider, which is created if there is none or the provider has lost it. */
async function withCustomer<T>(
  { payments, storage }: { payments: Payments; storage: BillingDeps['storage'] },
  userId: string,
  act: (customerId: string) => Promise<T>,
): Promise<T> {
  const create = async (replaces?: string): Promise<string> => {
    const user = await storage.userById(userId);
    if (user === undefined) throw new RoomtoneError('RESOURCE_NOT_FOUND', 'There is no such user.');
    const customerId = await payments.createCustomer(user, replaces);
    await storage.setBillingCustomer(payments.provider, userId, customerId);
    return customerId;
  };
  const known = await storage.billingCustomer(payments.provider, userId);
  if (known === undefined) return act(await create());
  try {
    return await act(known);
  } catch (error) {
    if (!(error instanceof UnknownCustomer)) throw error;
    return act(await create(known));
  }
}

function refused(error: unknown): never {
  if (!(error instanceof WebhookRefused)) throw error;
  throw validationError([{ field: error.header, issue: error.issue }]);
}

function nothingSubscribed(): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', 'There is no subscription.');
}
