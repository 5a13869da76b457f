import { RoomType } from '@roomtone/protocol';
import { Check, LogOut, UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useParts } from '../app-parts.ts';
import { RecordButton } from '../recording/record-button.tsx';
import { navigate, pathTo, roomPath } from '../router.ts';
import { strings } from '../strings.ts';
import { countRender } from '../ui/render-count.ts';
import { useTitle } from '../ui/use-title.ts';
import { MetronomeButton } from './metronome-panel.tsx';
import { useRoom } from './room-store.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { TimingButton } from './timing-panel.tsx';

/** The room's name, how well one is in time with it, and the ways in and out. */
export function RoomHeader() {
  countRender();
  const room = useRoom((state) => state.room);
  const count = useRoom((state) => state.participants.length);
  const isAlone = useRoom((state) => state.isAlone);
  useTitle(room?.roomName);
  if (room === undefined) return null;
  const { types } = strings.room;
  let type: string = types.public;
  if (room.roomType === RoomType.PRIVATE) type = types.private;
  else if (room.roomType === RoomType.PRO) type = types.pro;
  return (
    <header className="room-header">
      <h1>{room.roomName}</h1>
      <p className="muted">
        {isAlone ? strings.practice.alone : `${type} · ${strings.lobby.count(count, room.maxUsers)}`}
      </p>
      <div className="room-actions">
        <MetronomeButton />
        {!isAlone && <TimingButton />}
        <ThemeToggle />
        <button type="button" className="button" onClick={() => navigate(pathTo('lobby'))}>
          <LogOut />
          {strings.room.leave}
        </button>
        <RecordButton />
        {!isAlone && <Invite roomId={room.roomId} />}
      </div>
    </header>
  );
}

const confirmationMs = 2_400;

function Invite({ roomId }: { readonly roomId: string }) {
  const { bridge } = useParts();
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), confirmationMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    bridge.copyText(`${bridge.baseUrl}${roomPath(roomId)}`).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  let said: string = strings.room.invite;
  if (outcome !== undefined) said = outcome === 'copied' ? strings.room.copied : strings.room.copyFailed;
  return (
    <button type="button" className="button main invite" onClick={copy} aria-live="polite">
      {outcome === 'copied' ? <Check /> : <UserPlus />}
      {said}
    </button>
  );
}
