import { Router } from 'lucide-react';
import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { chooseServer } from './server-store.ts';

/** Shows the current server and opens the choice of others. A page from a server has no others, so it shows nothing. */
export function ServerButton() {
  const { servers, elsewhere } = useParts().bridge;
  if (servers === undefined && elsewhere === undefined) return null;
  const name = elsewhere?.name ?? strings.servers.thisComputer;
  return (
    <Button
      kind="quiet"
      aria-label={strings.servers.at({ name })}
      onClick={elsewhere === undefined ? chooseServer : elsewhere.choose}
    >
      <Router />
      <bdi className="server-host">{name}</bdi>
    </Button>
  );
}
