import type { OwnershipOffer } from '@roomtone/sdk';
import { WifiOff, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { WireError } from '../../../contract/messages.ts';
import { useParts } from '../../app/app-parts.ts';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { reasonOf } from '../../ui/failure-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSecondsUntil } from '../../ui/use-seconds-until.ts';
import { useLayout } from './layout-store.ts';
import { isAsked } from './moderation/ownership-outcome.ts';
import { useRoomParts } from './room-parts.ts';
import { useRoom } from './room-store.ts';

interface RoomNoticesProps {
  /** Why a file could not be played; undefined if nothing went wrong. */
  readonly fileFailure: string | undefined;
  readonly onFileFailureDismissed: () => void;
}

/** How long after the last refusal too many notes are over. */
const overMs = 5_000;

/** Notices below the header: the connection is lost, or something went wrong. */
export function RoomNotices({ fileFailure, onFileFailureDismissed }: RoomNoticesProps) {
  const connection = useRoom((state) => state.connection);
  const problem = useRoom((state) => state.problem);
  const guestHint = useRoom((state) => state.guestHint);
  const offer = useRoom((state) => state.ownershipOffer);
  const { account } = useParts();
  const isChatOpen = useLayout((state) => state.chat);
  const welcome = useRoom((state) => (state.isWelcomeDismissed ? '' : state.welcomeMessage));
  const isMuted = useRoom((state) => isSelfMuted(state));
  const problemWords = problem === undefined ? undefined : wordsFor(problem, isMuted);
  useEffect(() => {
    if (problem?.code !== 'RATE_LIMIT_EXCEEDED') return;
    // The server repeats it every second as long as it lasts.
    const timer = setTimeout(() => useRoom.setState({ problem: undefined }), overMs);
    return () => clearTimeout(timer);
  }, [problem]);
  if (connection.status === 'reconnecting' || connection.status === 'connecting') {
    const isTrying = connection.status === 'reconnecting';
    return (
      <ConnectionLost retryAtMs={isTrying ? connection.retryAtMs : 0} isOffline={isTrying && connection.offline} />
    );
  }
  if (offer !== undefined) return <OwnershipNotice {...offer} />;
  if (guestHint) {
    return (
      <Notice onDismiss={() => useRoom.setState({ guestHint: false })} words={strings.room.guestHint}>
        <Button kind="linked" onClick={() => account.leaveGuest()}>
          {strings.room.signIn}
        </Button>
      </Notice>
    );
  }
  if (fileFailure !== undefined) {
    return <Notice onDismiss={onFileFailureDismissed} words={fileFailure} />;
  }
  if (problemWords === undefined) {
    // The open chat shows the welcome message itself.
    if (welcome === '' || isChatOpen) return null;
    return <Notice onDismiss={() => useRoom.setState({ isWelcomeDismissed: true })} words={welcome} />;
  }
  return <Notice onDismiss={() => useRoom.setState({ problem: undefined })} words={problemWords} />;
}

function isSelfMuted({ participants, self }: ReturnType<typeof useRoom.getState>): boolean {
  return participants.find(({ participantId }) => participantId === self)?.muted === true;
}

function ConnectionLost({ retryAtMs, isOffline }: { readonly retryAtMs: number; readonly isOffline: boolean }) {
  const { client } = useParts();
  const seconds = useSecondsUntil(retryAtMs);
  return (
    <div className="room-notice lost" role="status">
      <WifiOff />
      <div>
        <p>{isOffline ? strings.room.deviceOffline : strings.room.lost({ seconds: Math.max(0, seconds) })}</p>
        <p className="muted">{strings.room.lostHint}</p>
      </div>
      {seconds > 0 && <Button onClick={() => client.wake()}>{strings.room.retryNow}</Button>}
    </div>
  );
}

interface NoticeProps {
  readonly words: string;
  readonly onDismiss: () => void;
  readonly children?: React.ReactNode;
}

function Notice({ words, onDismiss, children }: NoticeProps) {
  return (
    <div className="room-notice" role="status">
      <bdi className="room-notice-words">{words}</bdi>
      {children}
      <IconButton label={strings.room.dismiss} onClick={onDismiss}>
        <X />
      </IconButton>
    </div>
  );
}

/** The text for an error that no call returned; undefined once it is over, and for errors that the player cannot act on. */
function wordsFor(error: WireError, isMuted: boolean): string | undefined {
  if (error.code === 'RATE_LIMIT_EXCEEDED') return strings.room.tooManyNotes;
  if (error.code === 'AUTHORIZATION_ERROR' && reasonOf(error) === 'muted' && isMuted) {
    return strings.room.mutedHint;
  }
  return undefined;
}

/** The open offer of the room's ownership: the user who is asked answers it, the other one sees how long it is open. */
function OwnershipNotice({ offer, expiresAtMs }: { readonly offer: OwnershipOffer; readonly expiresAtMs: number }) {
  const seconds = useSecondsUntil(expiresAtMs);
  const asksHere = useRoom((state) => isAsked(offer, state));
  const words = strings.moderation;
  if (asksHere) return <Request offer={offer} seconds={seconds} />;
  return (
    <div className="room-notice ownership-waiting" role="status">
      <bdi className="room-notice-words">{words.offerWaiting({ name: offer.displayName })}</bdi>
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
          <bdi>{words.offerAsked({ name: offer.offeredByDisplayName, room: isolated(shownRoomName(roomName)) })}</bdi>
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
      {strings.moderation.offerSeconds({ seconds })}
    </span>
  );
}
