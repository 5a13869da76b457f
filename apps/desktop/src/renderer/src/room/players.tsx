import { PanelLeftClose } from 'lucide-react';
import { LastMinutes } from '../recording/last-minutes.tsx';
import { strings } from '../strings.ts';
import { useLayout } from './layout-store.ts';
import { PlayerRow } from './player-row.tsx';
import { useRoom } from './room-store.ts';
import './players.css';

/** Who is inside: those who play, then those who listen. */
export function Players() {
  const participants = useRoom((state) => state.participants);
  const players = participants.filter((participant) => !participant.guest);
  const listeners = participants.filter((participant) => participant.guest);
  return (
    <aside className="players" aria-label={strings.room.players}>
      <div className="panel-head">
        <h2 className="panel-title">{strings.room.players}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={strings.room.hidePlayers}
          title={strings.room.hidePlayers}
          onClick={() => useLayout.setState({ players: false })}
        >
          <PanelLeftClose />
        </button>
      </div>
      {players.length === 0 && <p className="muted players-none">{strings.room.noPlayers}</p>}
      <ul aria-label={strings.room.players}>
        {players.map((participant) => (
          <PlayerRow key={participant.number} participant={participant} />
        ))}
      </ul>
      {listeners.length > 0 && (
        <>
          <h2 className="panel-title listeners">{strings.room.listening}</h2>
          <ul aria-label={strings.room.listening}>
            {listeners.map((participant) => (
              <PlayerRow key={participant.number} participant={participant} />
            ))}
          </ul>
        </>
      )}
      <LastMinutes />
    </aside>
  );
}
