import type { SessionEntry } from '@roomtone/sdk';
import { MonitorSmartphone } from 'lucide-react';
import { agoText, momentText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { useEndSessions, useSessions } from './use-sessions.ts';
import { deviceOf } from './user-agent.ts';

/** Lists the signed-in devices, and signs them out. */
export function SessionsPanel() {
  const { sessions, error, refetch } = useSessions();
  const end = useEndSessions();
  const words = strings.account.sessions;
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <Panel
      title={words.title}
      hint={words.hint}
      action={others.length > 1 && <Button onClick={() => end(others)}>{words.endOthers}</Button>}
    >
      {sessions === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {sessions === undefined && error === null && <Skeleton lines={3} />}
      <ul className="rows">
        {sessions?.map((session) => (
          <SessionRow key={session.sid} session={session} onEnd={() => end([session])} />
        ))}
      </ul>
    </Panel>
  );
}

function SessionRow({ session, onEnd }: { readonly session: SessionEntry; readonly onEnd: () => void }) {
  const words = strings.account.sessions;
  const { program, system } = deviceOf(session.userAgent);
  const device = words.device(program, system);
  return (
    <li>
      <MonitorSmartphone className="muted" />
      <span className="row-words">
        <span className="row-name">{device}</span>
        <span className="muted">
          {words.from(session.address)} · <time title={momentText(session.lastUsed)}>{agoText(session.lastUsed)}</time>
        </span>
      </span>
      {session.current ? (
        <Badge tone="good">{words.thisOne}</Badge>
      ) : (
        <Button aria-label={words.endOne(device)} onClick={onEnd}>
          {words.end}
        </Button>
      )}
    </li>
  );
}
