import { ArrowUp, Hand, ListOrdered, SkipForward, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TurnCommand } from '../../../../contract/messages.ts';
import { isolated, listText } from '../../../strings/formats.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { clockText } from '../../../ui/clock-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { focusPopoverOf, Popover } from '../../../ui/popover.tsx';
import { useSecondsUntil } from '../../../ui/use-seconds-until.ts';
import { usePermissions } from '../moderation/use-permissions.ts';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';

/** Names in the bar; the list has all. */
const shownNames = 3;

/** Shows the turn, the next players, and the user's buttons for them. */
export function TurnBar() {
  const { moderation } = useRoomParts();
  const { playing, waiting } = useRoom((state) => state.turns);
  const self = useRoom((state) => state.self);
  const isGuest = useRoom((state) => state.guest);
  const names = useNames();
  const [isBusy, setBusy] = useState(false);
  const words = strings.turns;
  const isPlaying = playing.some(({ participantId }) => participantId === self);
  const place = waiting.indexOf(self) + 1;
  const act = async (command: TurnCommand) => {
    setBusy(true);
    await moderation.takeTurns(command);
    setBusy(false);
  };
  const bar = useRef<HTMLElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    // A busy button is disabled, and loses the focus.
    if (wasBusy.current && !isBusy && document.activeElement === document.body) {
      bar.current?.querySelector<HTMLElement>('.turn-act')?.focus();
    }
    wasBusy.current = isBusy;
  }, [isBusy]);
  const others = playing.filter(({ participantId }) => participantId !== self).map((turn) => names(turn.participantId));
  const next = waiting.slice(0, shownNames).map((id) => (id === self ? words.you : names(id)));
  if (waiting.length > shownNames) next.push(words.more({ count: waiting.length - shownNames }));
  return (
    <section ref={bar} className="rights-bar turn-bar" aria-label={words.title} data-own={isPlaying ? '' : undefined}>
      <div className="turn-words" role="status">
        <p className="turn-now">{isPlaying ? yourTurn(others) : whoPlays(others)}</p>
        <p className="turn-next muted">
          {next.length > 0 ? words.next({ names: listText(next) }) : words.nobodyWaits}
          {!isPlaying && !isGuest && ` · ${words.onlyYou}`}
        </p>
      </div>
      <TimeLeft />
      {playing.length + waiting.length > 0 && (
        <Popover
          label={words.queue}
          isTitled
          side="bottom"
          align="end"
          className="turn-queue"
          trigger={
            <Button>
              <ListOrdered />
              {words.queue}
            </Button>
          }
        >
          <TurnQueue names={names} />
        </Popover>
      )}
      {!isGuest &&
        (isPlaying || place > 0 ? (
          <Button
            className="turn-act"
            kind={isPlaying ? 'main' : 'plain'}
            busy={isBusy}
            onClick={() => void act({ act: 'pass' })}
          >
            {isPlaying ? words.pass : words.giveUp}
          </Button>
        ) : (
          <Button className="turn-act" kind="main" busy={isBusy} onClick={() => void act({ act: 'take' })}>
            <Hand />
            {words.take}
          </Button>
        ))}
    </section>
  );
}

function yourTurn(others: readonly string[]): string {
  return others.length === 0 ? strings.turns.yourTurn : strings.turns.yourTurnWith({ others: listText(others) });
}

function whoPlays(names: readonly string[]): string {
  return names.length === 0
    ? strings.turns.nobodyPlays
    : strings.turns.plays({ names: listText(names), count: names.length });
}

/** Not read aloud: it changes every second. */
function TimeLeft() {
  const seconds = useRoom((state) => state.room?.settings?.turnSeconds ?? 0);
  const startedAtMs = useRoom((state) => state.turns.playing[0]?.startedAtMs);
  const isWaitedFor = useRoom((state) => state.turns.waiting.length > 0);
  const left = useSecondsUntil(startedAtMs === undefined ? 0 : startedAtMs + seconds * 1000);
  if (seconds === 0 || !isWaitedFor || startedAtMs === undefined) return null;
  return (
    <span className="turn-left muted" aria-hidden="true">
      {clockText(left * 1000)}
    </span>
  );
}

/** Everybody who plays or waits, in order. Those who moderate the room move and skip them. */
function TurnQueue({ names }: { readonly names: NameOf }) {
  const { moderation } = useRoomParts();
  const { playing, waiting } = useRoom((state) => state.turns);
  const { mayModerate } = usePermissions();
  const words = strings.turns;
  const skip = (participantId: number, control: Element) => {
    focusPopoverOf(control);
    void moderation.takeTurns({ act: 'skip', participantId });
  };
  const move = (participantId: number, place: number, control: Element) => {
    // The first one in the queue has no such button.
    if (place === 1) focusPopoverOf(control);
    void moderation.takeTurns({ act: 'move', participantId, place });
  };
  return (
    <ol className="turn-list">
      {playing.map(({ participantId }) => (
        <li key={participantId} data-playing="">
          <bdi>{names(participantId)}</bdi>
          <span className="muted">{words.playsNow}</span>
          {mayModerate && (
            <IconButton
              label={words.endTurn({ name: names(participantId) })}
              onClick={({ currentTarget }) => skip(participantId, currentTarget)}
            >
              <SkipForward />
            </IconButton>
          )}
        </li>
      ))}
      {waiting.map((participantId, index) => (
        <li key={participantId}>
          <bdi>{names(participantId)}</bdi>
          {mayModerate && index > 0 && (
            <IconButton
              label={words.moveUp({ name: names(participantId) })}
              onClick={({ currentTarget }) => move(participantId, index, currentTarget)}
            >
              <ArrowUp />
            </IconButton>
          )}
          {mayModerate && (
            <IconButton
              label={words.remove({ name: names(participantId) })}
              onClick={({ currentTarget }) => skip(participantId, currentTarget)}
            >
              <X />
            </IconButton>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Says the name of a participant. */
type NameOf = (participantId: number) => string;

function useNames(): NameOf {
  const participants = useRoom((state) => state.participants);
  return (participantId) => {
    const found = participants.find((one) => one.participantId === participantId);
    return isolated(found?.displayName ?? strings.turns.somebody);
  };
}
