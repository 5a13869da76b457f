import type { Participant } from '@roomtone/sdk';
import { PanelLeftClose } from 'lucide-react';
import type { ReactNode } from 'react';
import { strings } from '../../../strings.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { hidePanel } from '../layout-store.ts';
import { useRoom } from '../room-store.ts';
import { usePanel } from '../use-panel.ts';
import { PlayerRow } from './player-row.tsx';
import './players.css';

/** More players than this get lower rows, so that twelve fit on a laptop's screen. */
const maxTallRows = 6;

/** The participants: the user first, then the other players, then listeners. */
export function Players({ lastMinutes }: { readonly lastMinutes: ReactNode }) {
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
