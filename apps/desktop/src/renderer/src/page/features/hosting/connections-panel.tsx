import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParts } from '../../app/app-parts.ts';
import { roomStrings } from '../../room-strings.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { notify } from '../../ui/toast-store.ts';
import { ConnectedRows } from './connected-rows.tsx';

const refreshMs = 5_000;
const queryKey = ['connections'];

/** Shows admins who is connected to the server from where, and lets them close it to the internet. */
export function ConnectionsPanel() {
  const { client } = useParts();
  const words = roomStrings.outside;
  const { data } = useQuery({ queryKey, queryFn: () => client.api.connections.list(), refetchInterval: refreshMs });
  const queries = useQueryClient();
  const closing = useMutation({
    mutationFn: () => client.api.connections.closeOutside(),
    onSuccess: ({ closed }) => {
      notify(words.closed({ count: closed }));
      void queries.invalidateQueries({ queryKey });
    },
  });
  if (data === undefined) return null;
  const { connections, internet, publicUrl } = data;
  const rows = connections.map(({ connectionId, userId, displayName, roomName, address, place, connectedAt }) => ({
    ...{ key: connectionId, name: displayName, isGuest: userId === '', address, place, since: connectedAt },
    room: roomName === '' ? null : roomName,
  }));
  return (
    <Panel title={words.connections.title} action={<Badge>{strings.host.guests.count({ count: rows.length })}</Badge>}>
      {rows.length === 0 ? <p className="muted">{words.connections.none}</p> : <ConnectedRows rows={rows} />}
      {internet === 'shut' && <p className="muted">{words.shutByAdmin}</p>}
      {internet !== 'off' && internet !== 'shut' && (
        <div className="outside-close">
          {publicUrl !== '' && (
            <p className="hosting-addresses">
              <span className="muted">{words.address}</span>
              <code>{new URL(publicUrl).host}</code>
            </p>
          )}
          <FailureNotice error={closing.error} />
          <Button kind="danger" busy={closing.isPending} onClick={() => closing.mutate()}>
            {words.closeNow}
          </Button>
          <p className="muted small-words">{words.closeHint}</p>
        </div>
      )}
    </Panel>
  );
}
