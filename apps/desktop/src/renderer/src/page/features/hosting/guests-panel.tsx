import type { HostingPort } from '../../app/bridge.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ConnectedRows } from './connected-rows.tsx';
import { useGuests } from './use-hosting.ts';

/** Lists who is connected to the server inside the app, and from where. */
export function GuestsPanel({ hosting }: { readonly hosting: HostingPort }) {
  const guests = useGuests(hosting);
  const words = strings.host.guests;
  return (
    <Panel title={words.title} action={<Badge>{words.count(guests.length)}</Badge>}>
      {guests.length === 0 ? <p className="muted">{words.none}</p> : <ConnectedRows rows={guests} />}
    </Panel>
  );
}
