import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { playByComputerKeys } from '../../playing/piano/computer-key-playing.ts';
import { readKeyLabels } from '../../playing/piano/key-labels.ts';
import { usePlayingParts } from '../../playing/playing-parts.ts';
import { StageView } from '../../playing/stage/stage-view.tsx';
import { countRender } from '../../ui/render-count.ts';
import { BeatPulse } from './beat-pulse.tsx';
import { FirstRun } from './first-run.tsx';
import { hidePanel, type PanelName, useLayout } from './layout-store.ts';
import { PanelOpeners } from './panel-openers.tsx';
import { RoomDialogs } from './room-dialogs.tsx';
import { RoomHeader } from './room-header.tsx';
import { RoomJoin } from './room-join.tsx';
import { RoomNotices } from './room-notices.tsx';
import { useRoomParts } from './room-parts.ts';
import type { RoomSlots } from './room-slots.ts';
import { isInside, useRoom } from './room-store.ts';
import { StatusLine } from './status-line.tsx';
import { useWhyNotPlay } from './turns/use-why-not-play.ts';
import './room.css';
import { Ear, PanelLeftClose, PanelRightClose } from 'lucide-react';
import { strings } from '../../strings.ts';
import { openRoomDialog } from './room-dialog-store.ts';
import { TurnBar } from './turns/turn-bar.tsx';
import './turns/turns.css';
import { IconButton } from '../../ui/icon-button.tsx';
import { ChatForm } from './chat/chat-form.tsx';
import { ChatList } from './chat/chat-list.tsx';
import './chat/chat.css';
import type { Participant } from '@roomtone/sdk';
import { listText } from '../../strings/formats.ts';
import { useChat } from './chat/chat-store.ts';
import { PlayerRow } from './participants/player-row.tsx';
import './participants/players.css';

interface RoomScreenProps {
  readonly roomId: string;
  readonly slots: RoomSlots;
}

/** A room: the join screen until the room is joined, then the room itself. */
export function RoomScreen({ roomId, slots }: RoomScreenProps) {
  const { room } = useRoomParts();
  const { engine } = usePlayingParts();
  useEffect(() => {
    // A room that was just created is opening already.
    if (useRoom.getState().roomId !== roomId) room.enter({ roomId });
    engine.startWhenAllowed();
    return () => room.leave();
  }, [room, engine, roomId]);
  return useRoom(isInside) ? <Inside slots={slots} /> : <RoomJoin roomId={roomId} />;
}

/** The room itself: header, panels, stage and status line. */
export function Inside({ slots }: { readonly slots: RoomSlots }) {
  countRender();
  const { performer } = usePlayingParts();
  const { players, chat: wantsChat } = useLayout();
  const isGuest = useRoom((state) => state.guest);
  const isAlone = useRoom((state) => state.isAlone);
  const chat = !isAlone && wantsChat;
  const mayPlay = useWhyNotPlay() === undefined;
  // Before the first paint, so that a key pressed right after it is heard.
  useLayoutEffect(() => playByComputerKeys(performer), [performer]);
  useEffect(() => void readKeyLabels(), []);
  useEffect(openByQuestionMark, []);
  return (
    <div
      className="room"
      data-may-play={mayPlay || isGuest ? 'yes' : 'no'}
      data-players={players ? 'open' : 'folded'}
      data-chat={chat ? 'open' : 'folded'}
    >
      <RoomHeader slots={slots} />
      {/* Guests may not play to others. */}
      <div className="room-bars">
        {slots.playerBar(!isGuest && !isAlone && mayPlay)}
        <RightsBar />
        {!isAlone && slots.talkBar}
      </div>
      <div className="room-body">
        {players && <Players lastMinutes={slots.lastMinutes} />}
        <StageView isGuest={isGuest}>
          <PanelOpeners />
          <FirstRun />
          {!isAlone && slots.loops}
          <RoomNotices fileFailure={slots.fileFailure} onFileFailureDismissed={slots.dismissFileFailure} />
        </StageView>
        {chat && <Chat />}
      </div>
      <StatusLine />
      <BeatPulse />
      <RoomDialogs />
      {slots.overlays}
    </div>
  );
}

/** Opens the list of shortcuts on "?", unless it is typed. Returns a function that stops it. */
function openByQuestionMark(): () => void {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey) return;
    const { target } = event;
    if (target instanceof Element && target.closest('input, textarea, [role=dialog]') !== null) return;
    event.preventDefault();
    openRoomDialog({ kind: 'shortcuts' });
  };
  window.addEventListener('keydown', handleKey);
  return () => window.removeEventListener('keydown', handleKey);
}

/** Above the stage: the queue of a room whose players take turns, or why the user may not play. */
function RightsBar() {
  const areTurnsTaken = useRoom((state) => !state.isAlone && state.room?.settings?.mayPlay === 'turns');
  const why = useWhyNotPlay();
  if (areTurnsTaken) return <TurnBar />;
  if (why !== 'members' && why !== 'named') return null;
  return (
    <p className="rights-bar" role="status">
      <Ear />
      <span>{strings.turns.whyNotPlay[why]}</span>
    </p>
  );
}

function Chat() {
  countRender();
  const { panel, hideButton } = usePanel('chat');
  return (
    <aside ref={panel} className="chat" aria-label={strings.chat.title}>
      <div className="panel-head ruled">
        <h2>{strings.chat.title}</h2>
        <IconButton ref={hideButton} label={strings.room.hideChat} onClick={() => hidePanel('chat')}>
          <PanelRightClose />
        </IconButton>
      </div>
      <ChatList />
      <TypingLine />
      <ChatForm />
    </aside>
  );
}

/** Above this number, the line says "several" instead of names. */
const maxNames = 3;

/** Shows who is typing. The line is always there, so that nothing moves. */
function TypingLine() {
  const typing = useChat((state) => state.typing);
  const participants = useRoom((state) => state.participants);
  const names = participants
    .filter(({ participantId }) => typing.has(participantId))
    .map(({ displayName }) => displayName);
  let words = '';
  if (names.length > maxNames) words = strings.chat.severalType;
  else if (names.length > 0) words = strings.chat.types({ names: listText(names), count: names.length });
  return <p className="chat-typing muted">{words}</p>;
}

/** More players than this get lower rows, so that twelve fit on a laptop's screen. */
const maxTallRows = 6;

/** The participants: the user first, then the other players, then listeners. */
function Players({ lastMinutes }: { readonly lastMinutes: ReactNode }) {
  const { panel, hideButton } = usePanel('players');
  const participants = useRoom((state) => state.participants);
  const self = useRoom((state) => state.self);
  const isSelf = (participant: Participant) => participant.participantId === self;
  const players = participants.filter(({ guest }) => !guest).toSorted((a, b) => Number(isSelf(b)) - Number(isSelf(a)));
  const listeners = participants.filter((participant) => participant.guest);
  return (
    <aside ref={panel} className="players" aria-label={strings.room.players}>
      <div className="panel-head">
        <h2 className="rail-title">{strings.room.players}</h2>
        <IconButton ref={hideButton} label={strings.room.hidePlayers} onClick={() => hidePanel('players')}>
          <PanelLeftClose />
        </IconButton>
      </div>
      <div className="players-lists" data-many={players.length > maxTallRows ? '' : undefined}>
        {players.length === 0 && <p className="muted players-none">{strings.room.noPlayers}</p>}
        <ul aria-label={strings.room.players}>
          {players.map((participant) => (
            <PlayerRow key={participant.participantId} participant={participant} />
          ))}
        </ul>
        {listeners.length > 0 && (
          <>
            <h2 className="rail-title listeners">{strings.room.listening}</h2>
            <ul aria-label={strings.room.listening}>
              {listeners.map((participant) => (
                <PlayerRow key={participant.participantId} participant={participant} />
              ))}
            </ul>
          </>
        )}
      </div>
      {lastMinutes}
    </aside>
  );
}

interface Panel {
  readonly panel: RefObject<HTMLElement | null>;
  /** The button that hides the panel. It gets the focus when the user showed the panel. */
  readonly hideButton: RefObject<HTMLButtonElement | null>;
}

/** A panel beside the stage or, on narrow screens, over it, where Escape hides it. */
function usePanel(name: PanelName): Panel {
  const panel = useRef<HTMLElement>(null);
  const hideButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (useLayout.getState().lastToggled === name) hideButton.current?.focus();
    const element = panel.current;
    const handleKey = (event: KeyboardEvent) => {
      const isOver = element !== null && /absolute|fixed/.test(getComputedStyle(element).position);
      if (event.key === 'Escape' && isOver && !event.defaultPrevented) hidePanel(name);
    };
    element?.addEventListener('keydown', handleKey);
    return () => element?.removeEventListener('keydown', handleKey);
  }, [name]);
  return { panel, hideButton };
}
