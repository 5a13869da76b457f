import type { NewPerson } from '../../../../../shared/hosting.ts';
import { CallError } from '../../../contract/call-error.ts';
import { useParts } from '../../app/app-parts.ts';
import type { HostingPort } from '../../app/bridge.ts';
import { useAccount } from '../../app/identity/account-store.ts';
import { Picture } from '../../app/identity/picture.tsx';
import { Link } from '../../app/link.tsx';
import { pathTo } from '../../app/router.ts';
import { forgetHostToken } from '../../app/servers/take-invitation.ts';
import { useHostState } from '../../app/servers/use-host-state.ts';
import { roomStrings } from '../../room-strings.ts';
import { strings } from '../../strings.ts';
import { Panel, ScreenHead } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { AddUserPanel } from './add-user-panel.tsx';
import { ConnectionsPanel } from './connections-panel.tsx';
import { HealthPanel } from './health-panel.tsx';
import { HostingPanel } from './hosting-panel.tsx';
import { InvitationsPanel } from './invitations-panel.tsx';
import { OutsidePanel } from './outside-panel.tsx';
import { WebhooksPanel } from './webhooks-panel.tsx';
import './host.css';
import type { ListedUserView, RoleName } from '@roomtone/sdk';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dateText, timeText } from '../../strings/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Connected, ConnectedRows } from './connected-rows.tsx';
import { UserRoles } from './user-roles.tsx';

/** Hosting a session from the app; for admins, the server's health and users' roles. */
export function HostScreen() {
  const { hosting } = useParts().bridge;
  useTitle(strings.host.title);
  return hosting === undefined ? <ServerScreen /> : <HomeScreen hosting={hosting} />;
}

function useIsAdmin(): boolean {
  return useAccount((state) => state.status === 'signed-in' && state.account.roles.includes('admin'));
}

function ServerScreen() {
  const { client, bridge } = useParts();
  const { hostToken } = bridge;
  if (!useIsAdmin()) {
    if (hostToken !== undefined) return <BecomeAdmin token={hostToken} />;
    return (
      <EmptyState level={1} title={strings.host.adminsOnly} hint={strings.host.adminsOnlyHint}>
        <Link className="button large" href={pathTo('lobby')}>
          {strings.frame.toLobby}
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <ScreenHead title={strings.host.title} lead={strings.host.lead} />
      <div className="panels">
        <div>
          <HealthPanel />
        </div>
        <div>
          <ConnectionsPanel />
          <RolesPanel />
          <AddUserPanel add={(user) => client.api.admins.addUser(user)} />
          <InvitationsPanel />
          <WebhooksPanel />
        </div>
      </div>
    </>
  );
}

/** Makes the host the admin, by the link that the server has printed. */
function BecomeAdmin({ token }: { readonly token: string }) {
  const { client, account } = useParts();
  const { error } = useQuery({
    queryKey: ['host-claim'],
    queryFn: async () => {
      const claimed = await client.api.admins.claim(token);
      forgetHostToken();
      await account.refresh();
      return claimed;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <EmptyState
      level={1}
      title={error === null ? strings.host.becoming : strings.host.adminsOnly}
      hint={error === null ? strings.host.becomingHint : failureText(error)}
    >
      <Link className="button large" href={pathTo('lobby')}>
        {strings.frame.toLobby}
      </Link>
    </EmptyState>
  );
}

function HomeScreen({ hosting }: { readonly hosting: HostingPort }) {
  const state = useHostState(hosting);
  const isAdmin = useIsAdmin();
  const open = state?.status === 'ready' ? state.hosting : null;
  return (
    <>
      <ScreenHead title={strings.host.title} lead={strings.host.homeLead} />
      <div className="panels">
        <div>
          {state !== undefined && <HostingPanel hosting={hosting} state={state} />}
          {open !== null && <OutsidePanel hosting={hosting} open={open} />}
          {isAdmin && <HealthPanel />}
          <LogPanel hosting={hosting} />
        </div>
        <div>
          <GuestsPanel hosting={hosting} />
          {open !== null && <HelpPanel hosting={hosting} port={open.port} isNetworkOnly={!open.outside} />}
          <AddUserPanel add={(user) => addPerson(hosting, user)} />
          {isAdmin && <RolesPanel />}
          {isAdmin && <InvitationsPanel />}
          {isAdmin && <WebhooksPanel />}
        </div>
      </div>
    </>
  );
}

/** @throws {CallError} with the problems. */
async function addPerson(hosting: HostingPort, person: NewPerson): Promise<void> {
  const errors = await hosting.addPerson(person);
  if (errors.length > 0) throw new CallError({ code: 'VALIDATION_ERROR', message: '', details: { errors } });
}

/** Lists who is connected to the server inside the app, and from where. */
function GuestsPanel({ hosting }: { readonly hosting: HostingPort }) {
  const guests = useGuests(hosting);
  const words = strings.host.guests;
  return (
    <Panel title={words.title} action={<Badge>{words.count({ count: guests.length })}</Badge>}>
      {guests.length === 0 ? <p className="muted">{words.none}</p> : <ConnectedRows rows={guests} />}
    </Panel>
  );
}

interface HelpPanelProps {
  readonly hosting: HostingPort;
  readonly port: number;
  /** Friends outside are not expected. */
  readonly isNetworkOnly: boolean;
}

/** Help for when nobody can connect: the network, and the firewall of this system. */
function HelpPanel({ hosting, port, isNetworkOnly }: HelpPanelProps) {
  const words = strings.host.help;
  const { platform } = hosting;
  const firewall = platform === 'win32' || platform === 'darwin' ? words.firewall[platform] : words.firewall.linux;
  return (
    <Panel title={words.title}>
      <ul className="advice">
        {isNetworkOnly && <li>{words.sameNetwork}</li>}
        <li>{firewall({ port: String(port) })}</li>
        <li>{words.notFound}</li>
        <li>{words.browserWarning}</li>
      </ul>
    </Panel>
  );
}

/** Lists users, those seen last first, and finds them by a part of their name, to see and change their roles. */
function RolesPanel() {
  const { client } = useParts();
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState('');
  const [opened, setOpened] = useState<string>();
  const { data, error, isFetching } = useQuery({
    queryKey: ['users', wanted.toLowerCase()],
    queryFn: () => client.api.admins.listUsers(wanted),
    retry: false,
  });
  const find = (event: FormEvent) => {
    event.preventDefault();
    setWanted(typed.trim());
    setOpened(undefined);
  };
  const words = strings.host;
  const isNamed = ({ username }: ListedUserView) => username.toLowerCase() === wanted.toLowerCase();
  const shown = data?.users.find((user) => (opened === undefined ? isNamed(user) : user.userId === opened));
  return (
    <Panel title={words.roles} hint={words.rolesHint}>
      <form className="find-user" onSubmit={find}>
        <TextField
          label={words.find}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" busy={isFetching}>
          {words.findAct}
        </Button>
      </form>
      {error !== null && !isFetching && <Notice tone="bad">{failureText(error)}</Notice>}
      {data?.users.length === 0 && <p className="muted">{words.noUser}</p>}
      {data !== undefined && data.users.length > 0 && (
        <ul className="user-list" aria-label={words.users}>
          {data.users.map((user) => (
            <li key={user.userId}>
              <button
                type="button"
                aria-expanded={user === shown}
                onClick={() => setOpened(user === shown ? '' : user.userId)}
              >
                <Picture name={user.displayName} path={user.avatarUrl} />
                <span className="row-words">
                  <bdi className="row-name">{user.displayName}</bdi>
                  {user.displayName !== user.username && <span className="muted">{user.username}</span>}
                  <span className="muted">
                    {[
                      ...user.roles
                        .filter((role) => role !== 'member')
                        .map((role) => roomStrings.roles[role as RoleName]),
                      user.suspended ? words.suspended : words.lastSeen({ date: dateText(user.lastSeen) }),
                    ].join(' · ')}
                  </span>
                </span>
              </button>
              {user === shown && <UserRoles key={user.userId} user={user} />}
            </li>
          ))}
        </ul>
      )}
      {data?.more === true && <p className="muted small-words">{words.moreUsers}</p>}
    </Panel>
  );
}

/** The latest log lines of the server inside the app, newest first. */
function LogPanel({ hosting }: { readonly hosting: HostingPort }) {
  const [isRead, setRead] = useState(false);
  const lines = useLog(hosting, isRead);
  const words = strings.host.log;
  return (
    <Panel
      title={words.title}
      action={
        <Button kind="quiet" aria-expanded={isRead} onClick={() => setRead(!isRead)}>
          {isRead ? words.hide : words.show}
        </Button>
      }
    >
      {isRead && lines.length === 0 && <p className="muted">{words.empty}</p>}
      {isRead && lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="log-lines" aria-label={words.title} tabIndex={0}>
          <pre>{[...lines].reverse().map(logLine).join('\n')}</pre>
        </section>
      )}
    </Panel>
  );
}

const levels: Readonly<Record<number, string>> = { 40: 'warning', 50: 'error', 60: 'fatal' };
/** Fields that are shown separately or not at all. */
const known: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'reqId', 'connectionId']);

/** Formats a line of the server's log, a JSON object, for people; any other line stays as it is. */
function logLine(line: string): string {
  try {
    const entry: unknown = JSON.parse(line);
    if (typeof entry !== 'object' || entry === null) return line;
    const { time, level, msg } = entry as { time?: unknown; level?: unknown; msg?: unknown };
    const at = typeof time === 'number' ? timeText(time) : '';
    const rest = Object.entries(entry).flatMap(([name, value]) =>
      known.has(name) ? [] : [`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`],
    );
    return [at, levels[Number(level)], String(msg ?? ''), ...rest].filter((part) => part).join('  ');
  } catch {
    return line;
  }
}

const refreshMs = 2_000;

/** Connected users. One with several connections from the same address is listed once, in the room that one of them is in. */
function useGuests(hosting: HostingPort): readonly Connected[] {
  const { data = [] } = useQuery({
    queryKey: ['host-guests'],
    queryFn: () => hosting.guests(),
    refetchInterval: refreshMs,
    retry: false,
  });
  const people = new Map<string, Connected>();
  for (const guest of data) {
    const key = `${guest.name} ${guest.address}`;
    if (guest.room !== null || !people.has(key)) people.set(key, { ...guest, key });
  }
  return [...people.values()];
}

/** The server's log, refreshed only while it is on screen. */
function useLog(hosting: HostingPort, isEnabled: boolean): readonly string[] {
  const { data = [] } = useQuery({
    queryKey: ['host-log'],
    queryFn: () => hosting.log(),
    refetchInterval: refreshMs,
    enabled: isEnabled,
  });
  return data;
}
