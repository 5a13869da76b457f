import { WifiOff, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useParts } from '../app-parts.ts';
import type { WireError } from '../connection/messages.ts';
import { usePlayback } from '../playback/playback-store.ts';
import { strings } from '../strings.ts';
import { reasonOf } from '../ui/failure-text.ts';
import { useRoom } from './room-store.ts';

/** Quiet bars below the header: the connection is lost, or something did not go as one would expect. */
export function RoomNotices() {
  const connection = useRoom((state) => state.connection);
  const problem = useRoom((state) => state.problem);
  const guestHint = useRoom((state) => state.guestHint);
  const fileFailure = usePlayback((state) => state.failure);
  const { account } = useParts();
  const problemWords = problem === undefined ? undefined : wordsFor(problem);
  if (connection.status === 'reconnecting' || connection.status === 'connecting') {
    return <Lost retryAtMs={connection.status === 'reconnecting' ? connection.retryAtMs : 0} />;
  }
  if (guestHint) {
    return (
      <Notice onDismiss={() => useRoom.setState({ guestHint: false })} words={strings.room.guestHint}>
        <button type="button" className="linked" onClick={() => account.leaveGuest()}>
          {strings.room.signIn}
        </button>
      </Notice>
    );
  }
  if (fileFailure !== undefined) {
    return <Notice onDismiss={() => usePlayback.setState({ failure: undefined })} words={fileFailure} />;
  }
  if (problemWords === undefined) return null;
  return <Notice onDismiss={() => useRoom.setState({ problem: undefined })} words={problemWords} />;
}

function Lost({ retryAtMs }: { readonly retryAtMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((retryAtMs - nowMs) / 1000));
  return (
    <div className="room-notice lost" role="status">
      <WifiOff />
      <span>{strings.room.lost(seconds)}</span>
      <span className="muted">{strings.room.lostHint}</span>
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
      <span>{words}</span>
      {children}
      <button type="button" className="icon-button" aria-label={strings.room.dismiss} onClick={onDismiss}>
        <X />
      </button>
    </div>
  );
}

/** Words for what the server refused in passing; nothing for what the player cannot change. */
function wordsFor(error: WireError): string | undefined {
  if (error.code === 'RATE_LIMIT_EXCEEDED') return strings.room.tooManyNotes;
  if (error.code === 'AUTHORIZATION_ERROR' && reasonOf(error) === 'muted') return strings.room.mutedHint;
  return undefined;
}
