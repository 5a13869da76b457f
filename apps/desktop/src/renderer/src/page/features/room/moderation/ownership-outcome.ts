import type { OwnershipOffer, Participant } from '@roomtone/sdk';
import { strings } from '../../../strings.ts';
import { notify } from '../../../ui/toast-store.ts';

/** True if the offer is to this user, false if this user has made it. */
export function isAsked(
  { userId }: OwnershipOffer,
  { participants, self }: { readonly participants: readonly Participant[]; readonly self: number },
): boolean {
  return participants.some((each) => each.participantId === self && each.userId === userId);
}

/** Shows a message about an offer that has ended. The user who was asked knows their own answer. */
export function tellOutcome(
  offer: OwnershipOffer,
  room: { readonly participants: readonly Participant[]; readonly self: number },
): void {
  const words = strings.moderation;
  const { state, displayName, offeredByDisplayName } = offer;
  if (state === 'open') return;
  if (isAsked(offer, room)) {
    if (state === 'expired' || state === 'withdrawn') notify(words.offerOver({ name: offeredByDisplayName }));
  } else notify(words.offerOutcomes[state]({ name: displayName }));
}
