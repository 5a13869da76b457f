import { WifiOff, X } from 'lucide-react';
import type { WireError } from '../../../contract/messages.ts';
import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { reasonOf } from '../../ui/failure-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useLayout } from './layout-store.ts';
import { OwnershipNotice } from './moderation/ownership-notice.tsx';
import { useRoom } from './room-store.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

interface RoomNoticesProps {
  /** Why a file could not be played; undefined if nothing went wrong. */
  readonly fileFailure: string | undefined;
  readonly onFileFailureDismissed: () => void;
}

/** Notices below the header: the connection is lost, or something went wrong. */
export function RoomNotices({ fileFailure, onFileFailureDismissed }: RoomNoticesProps) {
  const connection = useRoom((state) => state.connection);
  const problem = useRoom((state) => state.problem);
  const guestHint = useRoom((state) => state.guestHint);
  const offer = useRoom((state) => state.ownershipOffer);
  const { account } = useParts();
  const isChatOpen = useLayout((state) => state.chat);
  const welcome = useRoom((state) => (state.isWelcomeDismissed ? '' : state.welcomeMessage));
  const problemWords = problem === undefined ? undefined : wordsFor(problem);
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

function ConnectionLost({ retryAtMs, isOffline }: { readonly retryAtMs: number; readonly isOffline: boolean }) {
  const seconds = useSecondsUntil(retryAtMs);
  return (
    <div className="room-notice lost" role="status">
      <WifiOff />
      <div>
        <p>{isOffline ? strings.room.deviceOffline : strings.room.lost(seconds)}</p>
        <p className="muted">{strings.room.lostHint}</p>
      </div>
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

/** The text for an error that no call returned; undefined for errors that the player cannot act on. */
function wordsFor(error: WireError): string | undefined {
  if (error.code === 'RATE_LIMIT_EXCEEDED') return strings.room.tooManyNotes;
  if (error.code === 'AUTHORIZATION_ERROR' && reasonOf(error) === 'muted') return strings.room.mutedHint;
  return undefined;
}
