import { Router } from 'lucide-react';
import { useState } from 'react';
import { useParts } from '../app-parts.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { ServerPicker } from './server-picker.tsx';

/** Which server one is at, and the way to others. A page that came from a server has no other: there is nothing here then. */
export function ServerButton() {
  const { bridge } = useParts();
  const [isOpen, setOpen] = useState(false);
  if (bridge.servers === undefined) return null;
  const { host } = new URL(bridge.baseUrl);
  return (
    <>
      <Button kind="quiet" aria-label={strings.servers.at(host)} onClick={() => setOpen(true)}>
        <Router />
        <span className="server-host">{host}</span>
      </Button>
      {isOpen && <ServerPicker port={bridge.servers} current={bridge.baseUrl} onClose={() => setOpen(false)} />}
    </>
  );
}
