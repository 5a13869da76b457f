import { useAccount } from '../identity/account-store.ts';
import { pathTo } from '../router.ts';
import { strings } from '../strings.ts';
import { Link } from '../ui/link.tsx';
import { ScreenHead } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useTitle } from '../ui/use-title.ts';
import { HealthPanel } from './health-panel.tsx';
import { RolesPanel } from './roles-panel.tsx';
import './host.css';

/** How the server is doing, and who may do what: for its admins. */
export function HostScreen() {
  const isAdmin = useAccount((state) => state.status === 'signed-in' && state.account.roles.includes('admin'));
  useTitle(strings.host.title);
  if (!isAdmin) {
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
          <RolesPanel />
        </div>
      </div>
    </>
  );
}
