import type { OwnershipOffer } from '@roomtone/sdk';
import { useState } from 'react';
import { shownRoomName } from '../../../app/rooms/room-name.ts';
import { isolated } from '../../../strings/formats.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import { useSecondsUntil } from '../use-seconds-until.ts';
import { isAsked } from './ownership-outcome.ts';

/** The open offer of the room's ownership: the user who is asked answers it, the other one sees how long it is open. */
export function OwnershipNotice({
  offer,
  expiresAtMs,
}: {
  readonly offer: OwnershipOffer;
  readonly expiresAtMs: number;
}) {
  const seconds = useSecondsUntil(expiresAtMs);
  const asksHere = useRoom((state) => isAsked(offer, state));
  const words = strings.moderation;
  if (asksHere) return <Request offer={offer} seconds={seconds} />;
  return (
    <div className="room-notice ownership-waiting" role="status">
      <bdi className="room-notice-words">{words.offerWaiting(offer.username)}</bdi>
      <Seconds seconds={seconds} />
    </div>
  );
}

function Request({ offer, seconds }: { readonly offer: OwnershipOffer; readonly seconds: number }) {
  const { moderation } = useRoomParts();
  const roomName = useRoom((state) => state.room?.roomName ?? '');
  const [isBusy, setBusy] = useState(false);
  const words = strings.moderation;
  const answer = async (accept: boolean) => {
    setBusy(true);
    await moderation.answerOwnership(accept);
    setBusy(false);
  };
  return (
    <section className="room-notice ownership-request" role="alert" aria-label={words.offerLabel}>
      <div className="room-notice-words">
        <p>
          <bdi>{words.offerAsked(offer.offeredByName, isolated(shownRoomName(roomName)))}</bdi>
        </p>
        <p className="muted">{words.offerMeans}</p>
      </div>
      <Seconds seconds={seconds} />
      <div className="ownership-answers">
        <Button busy={isBusy} onClick={() => void answer(false)}>
          {words.offerDecline}
        </Button>
        <Button kind="main" busy={isBusy} onClick={() => void answer(true)}>
          {words.offerAccept}
        </Button>
      </div>
    </section>
  );
}

/** Not read aloud: it changes every second. */
function Seconds({ seconds }: { readonly seconds: number }) {
  return (
    <span className="ownership-seconds muted" aria-hidden="true">
      {strings.moderation.offerSeconds(seconds)}
    </span>
  );
}
