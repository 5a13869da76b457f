import { useParts } from '../../app/app-parts.ts';
import type { HostingPort } from '../../app/bridge.ts';
import { useAccount } from '../../app/identity/account-store.ts';
import { Link } from '../../app/link.tsx';
import { pathTo } from '../../app/router.ts';
import { strings } from '../../strings.ts';
import { ScreenHead } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { AddUserPanel } from './add-user-panel.tsx';
import { ConnectionsPanel } from './connections-panel.tsx';
import { GuestsPanel } from './guests-panel.tsx';
import { HealthPanel } from './health-panel.tsx';
import { HelpPanel } from './help-panel.tsx';
import { HostingPanel } from './hosting-panel.tsx';
import { LogPanel } from './log-panel.tsx';
import { OutsidePanel } from './outside-panel.tsx';
import { RolesPanel } from './roles-panel.tsx';
import { useHostState } from './use-hosting.ts';
import './host.css';

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
  if (!useIsAdmin()) {
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
        </div>
      </div>
    </>
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
          <AddUserPanel hosting={hosting} />
          {isAdmin && <RolesPanel />}
        </div>
      </div>
    </>
  );
}
