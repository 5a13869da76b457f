import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ServerPicker } from './server-picker.tsx';
import { useServers } from './server-store.ts';
import './server-dialogs.css';

/** The choice of a server, available everywhere in the app. */
export function ServerDialogs() {
  const { servers } = useParts().bridge;
  const isChoosing = useServers((state) => state.isChoosing);
  if (servers === undefined || !isChoosing) return null;
  return (
    <ServerPicker port={servers} onClose={() => useServers.setState({ isChoosing: false, question: undefined })} />
  );
}

/** A warning that stays visible while the connection to the server is not encrypted. */
export function UnencryptedWarning() {
  const { isUnprotected } = useParts().bridge;
  if (!isUnprotected) return null;
  return (
    <p className="unencrypted-warning" role="note">
      {strings.servers.plainWarning}
    </p>
  );
}

/** Replaces the whole window when another server answers at this one's address. */
export function RefusedServer() {
  const { baseUrl, elsewhere } = useParts().bridge;
  const words = strings.servers.refused;
  return (
    <main className="refused lit-ground">
      <EmptyState
        level={1}
        title={words.title}
        hint={words.hint({ name: elsewhere?.name ?? '', host: new URL(baseUrl).host })}
      >
        <Button kind="main" size="large" onClick={() => elsewhere?.choose()}>
          {words.leave}
        </Button>
      </EmptyState>
    </main>
  );
}
