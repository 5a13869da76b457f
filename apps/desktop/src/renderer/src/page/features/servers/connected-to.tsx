import { useParts } from '../../app/app-parts.ts';
import { useServerView } from '../../app/servers/use-server-view.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Fingerprint } from '../../ui/fingerprint.tsx';
import './connected-to.css';

/** Shows which server this is, for people to compare. Browsers cannot pin a server's key. */
export function ConnectedTo() {
  const { bridge } = useParts();
  const server = useServerView();
  const isBrowser = bridge.servers === undefined && bridge.elsewhere === undefined;
  if (!isBrowser || server === undefined || server.fingerprint === '') return null;
  return (
    <section className="connected-to" aria-label={strings.servers.fingerprint}>
      <p>{strings.servers.connectedTo({ name: isolated(server.name) })}</p>
      <Fingerprint of={server.fingerprint} />
      <p className="muted">{strings.servers.compare}</p>
    </section>
  );
}
