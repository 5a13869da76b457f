import { SubscriptionStatus } from '@roomtone/protocol';
import type { Notice } from '@roomtone/sdk';
import { create } from 'zustand';
import { useAccount, userIdOf } from '../../app/identity/account-store.ts';

/**
 * The user's subscription as the server last announced it since the page opened. The server has no way to ask for it.
 */
export interface KnownSubscription {
  readonly status: 'active' | 'pastDue' | 'cancelled' | 'expired';
  /** ms since 1970. */
  readonly activeUntil: number;
}

export const useSubscription = create<{ readonly known: KnownSubscription | undefined }>()(() => ({
  known: undefined,
}));

const statuses = new Map<SubscriptionStatus, KnownSubscription['status']>([
  [SubscriptionStatus.ACTIVE, 'active'],
  [SubscriptionStatus.PAST_DUE, 'pastDue'],
  [SubscriptionStatus.CANCELLED, 'cancelled'],
  [SubscriptionStatus.EXPIRED, 'expired'],
]);

/** Takes an announcement of the server. */
export function receiveSubscription({ status, activeUntil }: Extract<Notice, { kind: 'subscription' }>): void {
  const known = statuses.get(status);
  useSubscription.setState({ known: known && { status: known, activeUntil } });
}

/** The next account must not see this one's subscription. */
useAccount.subscribe((now, before) => {
  if (userIdOf(now) !== userIdOf(before)) useSubscription.setState({ known: undefined });
});
