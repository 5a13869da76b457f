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

/** Takes an announcement of the server. */
export function receiveSubscription({ status, activeUntil }: Extract<Notice, { kind: 'subscription' }>): void {
  useSubscription.setState({ known: { status, activeUntil } });
}

/** The next account must not see this one's subscription. */
useAccount.subscribe((now, before) => {
  if (userIdOf(now) !== userIdOf(before)) useSubscription.setState({ known: undefined });
});
