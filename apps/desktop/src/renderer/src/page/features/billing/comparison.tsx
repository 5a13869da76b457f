import { limits } from '@roomtone/protocol';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { figure } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Panel } from '../../ui/panel.tsx';

/** Compares free accounts with Pro, by the limits that the server enforces. */
export function Comparison() {
  const words = strings.pro;
  return (
    <Panel title={words.compare}>
      <table className="comparison">
        <thead>
          <tr>
            <td />
            <th scope="col">{words.member}</th>
            <th scope="col">{words.pro}</th>
          </tr>
        </thead>
        <tbody>
          <Line name={words.ownRooms} member={figure(limits.roomsOwned.member)} pro={figure(limits.roomsOwned.pro)} />
          <Line name={words.roomSize} member={figure(limits.maxUsers.member)} pro={figure(limits.maxUsers.pro)} />
          <Line
            name={words.proRooms}
            hint={words.proRoomsHint}
            member={<Minus role="img" aria-label={words.no} />}
            pro={<Check role="img" aria-label={words.yes} />}
          />
        </tbody>
      </table>
      <p className="muted">{words.sameForAll}</p>
    </Panel>
  );
}

interface LineProps {
  readonly name: string;
  readonly hint?: string;
  readonly member: ReactNode;
  readonly pro: ReactNode;
}

function Line({ name, hint, member, pro }: LineProps) {
  return (
    <tr>
      <th scope="row">
        {name}
        {hint !== undefined && <span className="muted">{hint}</span>}
      </th>
      <td>{member}</td>
      <td>{pro}</td>
    </tr>
  );
}
