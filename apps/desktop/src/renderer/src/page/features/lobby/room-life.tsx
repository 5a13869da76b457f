import type { RoomLife as Life } from '@roomtone/sdk';
import { Picture } from '../../app/identity/picture.tsx';
import { shownInstrument } from '../../playing/sounds/instrument-names.ts';
import { strings } from '../../strings.ts';

const maxPictures = 5;

/** The players of a room with their instruments, and how much is being played. */
export function RoomLife({ life, users }: { readonly life: Life; readonly users: number }) {
  const { players } = life;
  const instruments = [...new Set(players.map(({ instrument }) => shownInstrument(instrument)))];
  const others = users - Math.min(players.length, maxPictures);
  return (
    <div className="life">
      <span className="life-pictures" aria-hidden="true">
        {players.slice(0, maxPictures).map(({ username, avatarUrl }) => (
          <Picture key={username} name={username} path={avatarUrl} />
        ))}
        {others > 0 && <span className="life-others">+{others}</span>}
      </span>
      <p className="life-words muted">
        <bdi>{instruments.length === 0 ? strings.lobby.listenersOnly : instruments.join(', ')}</bdi>
      </p>
      <Pulse level={life.pulse} />
    </div>
  );
}

/** Bars that move as much as is being played. */
function Pulse({ level }: { readonly level: number }) {
  return (
    <span className="pulse" data-level={level}>
      <span className="visually-hidden">{level > 0 ? strings.lobby.playing : strings.lobby.silent}</span>
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
