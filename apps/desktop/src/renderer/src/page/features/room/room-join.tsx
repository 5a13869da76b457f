import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { WireCloseReason } from '../../../contract/messages.ts';
import { useParts } from '../../app/app-parts.ts';
import { useHasAccount } from '../../app/identity/account-store.ts';
import { Link } from '../../app/link.tsx';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { useRoomDetails } from '../../app/rooms/use-room-details.ts';
import { pathTo } from '../../app/router.ts';
import { untilReset } from '../../app/server-state.ts';
import { StillPiano } from '../../playing/piano/still-piano.tsx';
import { roomStrings } from '../../room-strings.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { reasonOf } from '../../ui/failure-text.ts';
import { LoadingState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSecondsUntil } from '../../ui/use-seconds-until.ts';
import { useRoomParts } from './room-parts.ts';
import { useRoom } from './room-store.ts';
import './room-join.css';

/** The screen before a room: it is opening, asks for a password, or says why it cannot be joined. */
export function RoomJoin({ roomId }: { readonly roomId: string }) {
  const connection = useRoom((state) => state.connection);
  const [hasTried, setTried] = useState(false);
  switch (connection.status) {
    case 'connecting':
    case 'joined':
      return hasTried ? (
        <PasswordJoin roomId={roomId} isWrong={false} isBusy />
      ) : (
        <LoadingState text={roomStrings.roomJoin.opening} />
      );
    case 'reconnecting':
      return <Unreachable attempt={connection.attempt} />;
    case 'closed':
      if (isAskingForPassword(connection.reason) || (hasTried && isRateLimited(connection.reason))) {
        return (
          <PasswordJoin
            roomId={roomId}
            isWrong={hasTried}
            retryAtMs={retryAtOf(connection.reason)}
            isBusy={false}
            onTry={() => setTried(true)}
          />
        );
      }
      return <RefusedJoin roomId={roomId} reason={connection.reason} />;
  }
}

/** The first attempt may fail by chance. */
const tellingAttempt = 2;

/** The room cannot be reached yet; if the server answers all the same, something in between holds WebSockets back. */
function Unreachable({ attempt }: { readonly attempt: number }) {
  const { client, bridge } = useParts();
  const { isSuccess } = useQuery({
    queryKey: ['server-while-unreachable', attempt],
    queryFn: attempt < tellingAttempt ? skipToken : () => client.call('server', null),
    retry: false,
  });
  const words = roomStrings.roomJoin;
  if (!isSuccess) {
    return (
      <JoinCard title={words.reconnecting}>
        <BackLink />
      </JoinCard>
    );
  }
  return (
    <JoinCard title={words.noWebSockets} hint={words.noWebSocketsHint}>
      <p>
        <a className="linked" href={`${bridge.baseUrl}/docs/proxies.html`} target="_blank" rel="noreferrer">
          {words.proxies}
        </a>
      </p>
      <BackLink />
    </JoinCard>
  );
}

function isAskingForPassword(reason: WireCloseReason): boolean {
  return reason.kind === 'refused' && reasonOf(reason.error) === 'password';
}

function isRateLimited(reason: WireCloseReason): boolean {
  return reason.kind === 'refused' && reason.error.code === 'RATE_LIMIT_EXCEEDED';
}

/** When the next attempt is allowed, in ms since 1970; 0 for now. */
function retryAtOf(reason: WireCloseReason): number {
  return isRateLimited(reason) && reason.kind === 'refused' ? (reason.error.details.reset ?? 0) * 1_000 : 0;
}

interface PasswordJoinProps {
  readonly roomId: string;
  /** No attempt is accepted before then, ms since 1970. */
  readonly retryAtMs?: number;
  readonly isWrong: boolean;
  readonly isBusy: boolean;
  readonly onTry?: () => void;
}

function PasswordJoin({ roomId, isWrong, isBusy, retryAtMs = 0, onTry }: PasswordJoinProps) {
  const { room } = useRoomParts();
  const seconds = useSecondsUntil(retryAtMs);
  let error: string | undefined;
  if (seconds > 0) error = roomStrings.roomJoin.waitFor({ seconds });
  else if (isWrong && retryAtMs === 0) error = roomStrings.roomJoin.wrongPassword;
  const details = useRoomDetails(roomId);
  const isFull = details !== undefined && details.currentUsers >= details.maxUsers;
  return (
    <JoinCard
      hint={isFull ? roomStrings.roomJoin.fullSoFar : undefined}
      title={
        details === undefined
          ? roomStrings.roomJoin.passwordTitleUnknown
          : roomStrings.roomJoin.passwordTitle({ room: isolated(shownRoomName(details.roomName)) })
      }
    >
      <form
        className="form room-join-form"
        onSubmit={(event) => {
          event.preventDefault();
          const password = String(new FormData(event.currentTarget).get('password'));
          if (password === '' || seconds > 0) return;
          onTry?.();
          room.enter({ roomId, password });
        }}
      >
        <TextField
          name="password"
          type="password"
          label={roomStrings.roomJoin.password}
          error={error}
          autoComplete="off"
          autoFocus
        />
        <div className="room-join-actions">
          <BackLink />
          <Button type="submit" kind="main" size="large" disabled={isBusy || seconds > 0}>
            {roomStrings.roomJoin.enter}
          </Button>
        </div>
      </form>
    </JoinCard>
  );
}

function RefusedJoin({ roomId, reason }: { readonly roomId: string; readonly reason: WireCloseReason }) {
  const { room } = useRoomParts();
  const { account } = useParts();
  const hasAccount = useHasAccount();
  const { title, hint, note, canRetry } = wordsFor(reason);
  const seconds = useRetryAfterLimit(roomId, reason);
  return (
    <JoinCard title={title} hint={seconds > 0 ? strings.failures.tooManyRequests({ seconds }) : hint} note={note}>
      <div className="room-join-actions">
        <BackLink />
        {canRetry && (
          <Button kind="main" size="large" onClick={() => room.enter({ roomId })}>
            {roomStrings.roomJoin.again}
          </Button>
        )}
        {!hasAccount && title === roomStrings.roomJoin.guests && (
          <Button kind="main" size="large" onClick={() => account.leaveGuest()}>
            {roomStrings.roomJoin.signIn}
          </Button>
        )}
      </div>
    </JoinCard>
  );
}

/** Enters again as soon as the server allows it, if there were too many requests. Returns the seconds until then. */
function useRetryAfterLimit(roomId: string, reason: WireCloseReason): number {
  const { room } = useRoomParts();
  const [retryAtMs] = useState(() =>
    isRateLimited(reason) && reason.kind === 'refused' ? Date.now() + untilReset(reason.error) : 0,
  );
  useEffect(() => {
    if (retryAtMs === 0) return;
    const timer = setTimeout(() => room.enter({ roomId }), retryAtMs - Date.now());
    return () => clearTimeout(timer);
  }, [room, roomId, retryAtMs]);
  return useSecondsUntil(retryAtMs);
}

interface Words {
  readonly title: string;
  readonly hint?: string;
  /** The moderator's reason. */
  readonly note?: string;
  readonly canRetry?: boolean;
}

function wordsFor(reason: WireCloseReason): Words {
  const { roomJoin } = roomStrings;
  switch (reason.kind) {
    case 'refused':
      return refusalWords(reason.error.code, reasonOf(reason.error), reason.error.message);
    case 'kicked':
      return { title: roomJoin.kicked, hint: roomJoin.kickedHint, note: reason.note, canRetry: true };
    case 'banned':
      return { title: roomJoin.banned, hint: roomJoin.bannedHint, note: reason.note };
    case 'roomClosed':
      return { title: roomJoin.closed, hint: roomJoin.closedHint };
    case 'sessionEnded':
      return { title: roomJoin.sessionEnded, hint: roomJoin.sessionEndedHint };
    case 'takenOver':
      return { title: roomJoin.takenOver, hint: roomJoin.takenOverHint, canRetry: true };
    case 'forcedSignOut':
      return { title: roomJoin.forcedOut, hint: roomJoin.forcedOutHint };
    case 'left':
      return { title: roomJoin.failed, canRetry: true };
  }
}

function refusalWords(code: string, reason: string | undefined, message: string): Words {
  const { roomJoin } = roomStrings;
  if (code === 'ROOM_NOT_FOUND' || code === 'VALIDATION_ERROR')
    return { title: roomJoin.gone, hint: roomJoin.goneHint };
  if (code === 'RATE_LIMIT_EXCEEDED') return { title: roomJoin.tooFast };
  switch (reason) {
    case 'full':
      return { title: roomJoin.full, hint: roomJoin.fullHint, canRetry: true };
    case 'banned':
      return { title: roomJoin.banned, hint: roomJoin.bannedHint };
    case 'pro':
      return { title: roomJoin.pro, hint: roomJoin.proHint };
    case 'guests':
      return { title: roomJoin.guests, hint: roomJoin.guestsHint };
    default:
      return { title: roomJoin.failed, hint: message, canRetry: true };
  }
}

interface JoinCardProps {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly note?: string | undefined;
  readonly children: React.ReactNode;
}

function JoinCard({ title, hint, note, children }: JoinCardProps) {
  return (
    <div className="room-join lit-ground">
      <main>
        <div className="room-join-card">
          <h1>{title}</h1>
          {note !== undefined && note !== '' && <blockquote>{roomStrings.roomJoin.words({ note })}</blockquote>}
          {hint !== undefined && <p className="muted">{hint}</p>}
          {children}
        </div>
      </main>
      <StillPiano />
    </div>
  );
}

function BackLink() {
  return (
    <Link href={pathTo('lobby')} className="button large">
      {roomStrings.roomJoin.back}
    </Link>
  );
}
