import { roomStrings } from '../../room-strings.ts';
import { timeText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';

/** Somebody who is connected. */
export interface Connected {
  readonly key: string;
  readonly name: string;
  readonly isGuest: boolean;
  /** null outside rooms. */
  readonly room: string | null;
  readonly address: string;
  readonly place: 'here' | 'network' | 'outside';
  /** ms since 1970. */
  readonly since: number;
}

/** Lists everyone connected, with their address and since when. */
export function ConnectedRows({ rows }: { readonly rows: readonly Connected[] }) {
  const words = strings.host.guests;
  const { places, since } = roomStrings.outside.connections;
  return (
    <ul className="rows">
      {rows.map((row) => (
        <li key={row.key}>
          <span className="row-words">
            <bdi className="row-name">{row.name}</bdi>
            <bdi className="muted">{row.room ?? words.outside}</bdi>
            <span className="muted small-words">
              {row.place === 'here' ? places.here : <code>{row.address}</code>}
              {row.place === 'here' ? '' : `, ${places[row.place]}`}
              {`, ${since({ time: timeText(row.since) })}`}
            </span>
          </span>
          {row.isGuest && <Badge>{words.guest}</Badge>}
        </li>
      ))}
    </ul>
  );
}
