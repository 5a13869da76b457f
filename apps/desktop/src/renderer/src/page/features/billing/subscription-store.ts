import { SubscriptionStatus } from '@roomtone/protocol';
import type { Notice } from '@roomtone/sdk';
import { create } from 'zustand';
import { useAccount, userIdOf } from '../../app/identity/account-store.ts';

/** What the server has told of one's subscription since the page was opened. It cannot be asked. */
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

/** Takes in what the server told. */
export function subscriptionTold({ status, activeUntil }: Extract<Notice, { kind: 'subscription' }>): void {
  const known = statuses.get(status);
  useSubscription.setState({ known: known && { status: known, activeUntil } });
}

/** What one account was told is not for the next. */
useAccount.subscribe((now, before) => {
  if (userIdOf(now) !== userIdOf(before)) useSubscription.setState({ known: undefined });
});
