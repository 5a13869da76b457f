import type { HeldInvitationView } from '@roomtone/sdk';
import { skipToken, useQuery } from '@tanstack/react-query';
import { CallError } from '../../../contract/call-error.ts';
import { useParts } from '../app-parts.ts';

export interface HeldInvitation {
  /** True if it lets its holder in as a guest; assumed until the server has been asked. */
  readonly admitsGuests: boolean;
  /** True if it lets its holder make an account; assumed until the server has been asked. */
  readonly admitsAccounts: boolean;
  readonly hasEnded: boolean;
  /** Undefined until the server has been asked. */
  readonly view: HeldInvitationView | undefined;
}

/** The invitation that led to this page, with a token that admits its holder; undefined without one. */
export function useHeldInvitation(): HeldInvitation | undefined {
  const { bridge, client } = useParts();
  const isHeld = bridge.invitation !== undefined;
  const { data: view, error } = useQuery({
    queryKey: ['held-invitation'],
    queryFn: isHeld ? () => client.api.invitations.current() : skipToken,
    staleTime: 60_000,
  });
  if (!isHeld) return undefined;
  const hasEnded = error instanceof CallError && error.code === 'AUTHORIZATION_ERROR';
  return { admitsGuests: !hasEnded, admitsAccounts: !hasEnded && view?.hasPlaces !== false, hasEnded, view };
}
