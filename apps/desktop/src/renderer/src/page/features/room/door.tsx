import { useState } from 'react';
import type { WireCloseReason } from '../../../contract/messages.ts';
import { useIsMember, useParts } from '../../app/app-parts.ts';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { useRoomDetails } from '../../app/rooms/use-room-details.ts';
import { pathTo } from '../../app/router.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { reasonOf } from '../../ui/failure-text.ts';
import { Link } from '../../ui/link.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { StillPiano } from '../../ui/still-piano.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useRoom } from './room-store.ts';
import { useSecondsUntil } from './use-seconds-until.ts';
import './door.css';

/** What stands before a room: it opens, it asks for a password, or it says kindly why not. */
export function Door({ roomId }: { readonly roomId: string }) {
  const connection = useRoom((state) => state.connection);
  const [hasTried, setTried] = useState(false);
  switch (connection.status) {
    case 'connecting':
    case 'joined':
      return hasTried ? (
        <PasswordDoor roomId={roomId} isWrong={false} isBusy />
      ) : (
        <LoadingState text={strings.door.opening} />
      );
    case 'reconnecting':
      return (
        <DoorCard title={strings.door.reconnecting}>
          <BackLink />
        </DoorCard>
      );
    case 'closed':
      if (isAskingForPassword(connection.reason) || (hasTried && isTooFast(connection.reason))) {
        return (
          <PasswordDoor
            roomId={roomId}
            isWrong={hasTried}
            openAtMs={resetOf(connection.reason)}
            isBusy={false}
            onTry={() => setTried(true)}
          />
        );
      }
      return <ClosedDoor roomId={roomId} reason={connection.reason} />;
  }
}

function isAskingForPassword(reason: WireCloseReason): boolean {
  return reason.kind === 'refused' && reasonOf(reason.error) === 'password';
}

function isTooFast(reason: WireCloseReason): boolean {
  return reason.kind === 'refused' && reason.error.code === 'RATE_LIMIT_EXCEEDED';
}

/** When one may try again, ms since 1970; 0 where one may now. */
function resetOf(reason: WireCloseReason): number {
  return isTooFast(reason) && reason.kind === 'refused' ? Number(reason.error.details['reset'] ?? 0) * 1_000 : 0;
}

interface PasswordDoorProps {
  readonly roomId: string;
  /** Nothing is taken before then, ms since 1970. */
  readonly openAtMs?: number;
  readonly isWrong: boolean;
  readonly isBusy: boolean;
  readonly onTry?: () => void;
}

function PasswordDoor({ roomId, isWrong, isBusy, openAtMs = 0, onTry }: PasswordDoorProps) {
  const { room } = useParts();
  const seconds = useSecondsUntil(openAtMs);
  let error: string | undefined;
  if (seconds > 0) error = strings.door.waitFor(seconds);
  else if (isWrong && openAtMs === 0) error = strings.door.wrongPassword;
  const details = useRoomDetails(roomId);
  return (
    <DoorCard title={strings.door.passwordTitle(details && isolated(shownRoomName(details.room_name)))}>
      <form
        className="form door-form"
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
          label={strings.door.password}
          error={error}
          autoComplete="off"
          autoFocus
        />
        <div className="door-actions">
          <BackLink />
          <Button type="submit" kind="main" size="large" disabled={isBusy || seconds > 0}>
            {strings.door.enter}
          </Button>
        </div>
      </form>
    </DoorCard>
  );
}

function ClosedDoor({ roomId, reason }: { readonly roomId: string; readonly reason: WireCloseReason }) {
  const { room, account } = useParts();
  const isMember = useIsMember();
  const { title, hint, note, canRetry } = wordsFor(reason);
  return (
    <DoorCard title={title} hint={hint} note={note}>
      <div className="door-actions">
        <BackLink />
        {canRetry && (
          <Button kind="main" size="large" onClick={() => room.enter({ roomId })}>
            {strings.door.again}
          </Button>
        )}
        {!isMember && title === strings.door.guests && (
          <Button kind="main" size="large" onClick={() => account.leaveGuest()}>
            {strings.door.signIn}
          </Button>
        )}
      </div>
    </DoorCard>
  );
}

interface Words {
  readonly title: string;
  readonly hint?: string;
  /** A moderator's own words. */
  readonly note?: string;
  readonly canRetry?: boolean;
}

function wordsFor(reason: WireCloseReason): Words {
  const { door } = strings;
  switch (reason.kind) {
    case 'refused':
      return refusalWords(reason.error.code, reasonOf(reason.error), reason.error.message);
    case 'kicked':
      return { title: door.kicked, hint: door.kickedHint, note: reason.note, canRetry: true };
    case 'banned':
      return { title: door.banned, hint: door.bannedHint, note: reason.note };
    case 'room-closed':
      return { title: door.closed, hint: door.closedHint };
    case 'session-ended':
      return { title: door.sessionEnded, hint: door.sessionEndedHint };
    case 'taken-over':
      return { title: door.takenOver, hint: door.takenOverHint, canRetry: true };
    case 'forced-sign-out':
      return { title: door.putOff, hint: door.putOffHint };
    case 'left':
      return { title: door.failed, canRetry: true };
  }
}

function refusalWords(code: string, reason: string | undefined, message: string): Words {
  const { door } = strings;
  if (code === 'ROOM_NOT_FOUND' || code === 'VALIDATION_ERROR') return { title: door.gone, hint: door.goneHint };
  if (code === 'RATE_LIMIT_EXCEEDED') return { title: door.tooFast, hint: door.tooFastHint, canRetry: true };
  switch (reason) {
    case 'full':
      return { title: door.full, hint: door.fullHint, canRetry: true };
    case 'banned':
      return { title: door.banned, hint: door.bannedHint };
    case 'pro':
      return { title: door.pro, hint: door.proHint };
    case 'guests':
      return { title: door.guests, hint: door.guestsHint };
    default:
      return { title: door.failed, hint: message, canRetry: true };
  }
}

interface DoorCardProps {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly note?: string | undefined;
  readonly children: React.ReactNode;
}

function DoorCard({ title, hint, note, children }: DoorCardProps) {
  return (
    <div className="door lit-ground">
      <main>
        <div className="door-card">
          <h1>{title}</h1>
          {note !== undefined && note !== '' && <blockquote>{strings.door.words(note)}</blockquote>}
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
      {strings.door.back}
    </Link>
  );
}
