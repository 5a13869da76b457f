import { ArrowUp, SkipForward, X } from 'lucide-react';
import { strings } from '../../../strings.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { focusPopoverOf } from '../../../ui/popover.tsx';
import { usePermissions } from '../moderation/use-permissions.ts';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import type { NameOf } from './use-names.ts';

/** Everybody who plays or waits, in order. Those who moderate the room move and skip them. */
export function TurnQueue({ names }: { readonly names: NameOf }) {
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
              label={words.endTurn(names(participantId))}
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
              label={words.moveUp(names(participantId))}
              onClick={({ currentTarget }) => move(participantId, index, currentTarget)}
            >
              <ArrowUp />
            </IconButton>
          )}
          {mayModerate && (
            <IconButton
              label={words.remove(names(participantId))}
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
